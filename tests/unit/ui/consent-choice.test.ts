import { expect, test } from 'vitest';
import { choiceOfAll, firstChoice, isGrave } from '../../../src/ui/plugins/consent-choice.js';
import { harmless, running, updated, weather } from '../../fixtures/gallery-data.js';

const ids = (choice: ReadonlyMap<string, unknown>) => [...choice.keys()];

test('before the first yes, only what stays on the device and changes nothing is ticked', () => {
  expect(ids(firstChoice(weather))).toEqual(['cache', 'read']);
  expect(ids(choiceOfAll(weather))).toEqual(['forecast', 'cache', 'read', 'write']);
});

test('after a yes, what is ticked is what is granted, as far as it can be granted again here', () => {
  const choice = firstChoice(running);
  expect(ids(choice)).toEqual(['forecast', 'cache', 'read', 'write']);
  expect(choice.get('write')).toEqual([{ kind: 'chat', id: 'Rain in Lisbon' }]);
});

test('a yes to an update grants nothing of the old that was not granted', () => {
  const denied = updated.permissions.map((view) => (view.permission.id === 'read' ? { ...view, granted: [] } : view));
  expect(ids(choiceOfAll({ ...updated, permissions: denied }))).toEqual(['forecast', 'cache', 'write']);
});

test('what leaves the device, changes data or has changed is grave; reading and keeping is not', () => {
  expect([weather, updated, harmless].map(isGrave)).toEqual([true, true, false]);
});
