import { expect, test } from 'vitest';
import { defineAdapter } from '../../../src/studio/base/define-adapter.js';
import { brings } from '../../../src/studio/base/make-adapter.js';
import { countingFields, openScripted } from '../../fixtures/studio/scripted.js';

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(countingFields()).filter(([name]) => !names.includes(name))) as never;

test('A01 what is missing is named, all of it at once, and null is missing', () => {
  expect(() => defineAdapter(without('id', 'mode', 'i18nFormat'))).toThrow(
    'defineAdapter: missing required fields: id, mode, i18nFormat',
  );
  expect(() => defineAdapter({ ...countingFields(), renderWorkingProfile: null as never })).toThrow(
    'defineAdapter: missing required fields: renderWorkingProfile',
  );
  expect(() => defineAdapter(undefined as never)).toThrow(/missing required fields: id, title,/);
});

test('a field of the wrong type is another error, told when nothing is missing', () => {
  const wrong = { ...countingFields(), getInitialProfile: {} as never };
  expect(() => defineAdapter(wrong)).toThrow('defineAdapter: getInitialProfile must be a function');
  expect(() => defineAdapter({ ...wrong, id: undefined as never })).toThrow(/missing required fields: id$/);
});

test('A02 whatever is optional has its default', async () => {
  const adapter = defineAdapter(countingFields());
  expect(adapter.popupClassName).toBe('');
  expect(adapter.controlToolNames).toEqual({ continue: 'iter_continue', finalize: 'iter_finalize' });
  expect(adapter.describeTool('edit')).toBe('edit');
  expect(adapter.formatDiffPathLabel('a.b')).toBe('a.b');
  expect(adapter.getRequestPresetOptions({})).toEqual({ apiPresetName: '', llmPresetName: '' });
  expect(adapter.getGlobalBaselineProfile({}, {} as never)).toBeNull();
  const execution = { results: [], controlToolNames: adapter.controlToolNames, note: 'the rest' };
  expect(adapter.buildAutoContinuePrompt(execution)).toMatch(/the rest[\s\S]*iter_continue[\s\S]*iter_finalize/);
  expect(adapter.handleAction('save', {} as never)).toBeUndefined();
  expect(brings(adapter, 'renderDiffItem')).toBe(false);
  expect(brings(defineAdapter({ ...countingFields(), renderDiffItem: () => 'x' }), 'renderDiffItem')).toBe(true);
});

test('an adapter that is an object of a class keeps its methods and its own this', () => {
  class Own {
    readonly word = 'own';
    handleAction() {
      return Promise.reject(new Error(this.word));
    }
  }
  const fields = Object.assign(new Own(), countingFields());
  return expect(defineAdapter(fields).handleAction('x', {} as never)).rejects.toThrow('own');
});

test('A16 functions that earlier studios knew are taken, and never called', async () => {
  const called: string[] = [];
  const old = Object.fromEntries(
    ['getApplyTargets', 'applyToGlobal', 'applyToCharacter', 'canApplyToCharacter'].map((name) => [
      name,
      () => called.push(name),
    ]),
  );
  const { studio } = await openScripted([{ calls: ['edit', 'iter_finalize'] }], { more: old });
  await studio.send('go');
  await studio.approve();
  await studio.act('apply-to-global', null, '#x');
  await studio.close();
  expect(called).toEqual([]);
});

test('a copy of an adapter keeps its defaults, and what is put in their place is its own', () => {
  const adapter = defineAdapter(countingFields());
  expect(brings({ ...adapter, title: 'A copy' }, 'renderMessageDiff')).toBe(false);
  expect(brings({ ...adapter, renderMessageDiff: () => '<p>mine</p>' }, 'renderMessageDiff')).toBe(true);
});
