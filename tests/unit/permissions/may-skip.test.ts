import { expect, test } from 'vitest';
import { maySkip, type Skippable } from '../../../src/permissions/ask-questions.js';
import type { Effect } from '../../../worker/protocol/effects.js';

const tool: Skippable['tool'] = {
  ...{ name: 'say', displayName: '', description: '', parameters: {}, mode: 'write', hasSimulate: false },
  ...{ owner: 'one', kind: 'plugin', source: 'extension' },
};
const CALL: Skippable = { kind: 'call', tool, destructive: false, undoable: true };
const effects = (...items: Effect[]) => ({ id: 'e', items, reads: [], unvalidated: false, deltas: {} });
const net = (method: string): Effect => ({ kind: 'net', plugin: 'one', method, url: 'https://a.example/', bytes: 0 });

test('a call of a plugin’s own tool that can be undone may be skipped, and so may its changes of a memory', () => {
  expect(maySkip(CALL)).toBe(true);
  expect(maySkip({ ...CALL, kind: 'memory' })).toBe(true);
  expect(maySkip({ ...CALL, effects: effects(net('GET')) })).toBe(true);
});

// Each differs from what may be skipped in one thing only.
const NEVER: { readonly [what: string]: Partial<Skippable> } = {
  'a permission': { kind: 'permission' },
  'a tool that cannot be undone': { destructive: true },
  'a call that cannot be undone': { undoable: false },
  'a tool of the page': { tool: { ...tool, kind: 'page' } },
  'a tool of an extension': { tool: { ...tool, kind: 'port' } },
  'a request that was shown and is not GET': { effects: effects(net('POST')) },
  'a request by a method that nobody knows': { effects: effects(net('BREW')) },
  'what could not be shown': { effects: effects({ kind: 'unknown', plugin: 'one', what: 'a tool' }) },
};
for (const [what, other] of Object.entries(NEVER)) {
  test(`never skipped: ${what}`, () => expect(maySkip({ ...CALL, ...other })).toBe(false));
}

test('a question that does not say whether it can be undone is not skipped', () => {
  const { undoable: _unsaid, ...rest } = CALL;
  expect(maySkip(rest)).toBe(false);
});
