import { expect, test } from 'vitest';
import { coversCall, coversOther, withCall, withOther } from '../../../src/permissions/kept-yes.js';
import { holds, rightsOf } from '../../../src/permissions/rights.js';
import { Policy } from '../../../src/questions/policy.js';
import type { Grant } from '../../../worker/protocol/grants.js';
import { grantOf, recordOf, STORE } from './plugin.js';

const policy = new Policy({}, {}, false, 'page.example');
const shownOf = ({ shown }: Grant) => shown;

test('a yes holds for exactly the plugin it was said of', () => {
  const record = recordOf();
  expect(holds(grantOf(record), record)).toBe(true);
  expect(holds(undefined, record)).toBe(false);
});

// Each differs from what holds in one thing only: without the check of that thing it would hold.
const OTHERS: { readonly [what: string]: (grant: Grant) => Grant } = {
  files: (grant) => ({ ...grant, filesHash: 'others' }),
  'tools as a whole': (grant) => ({ ...grant, toolsHash: 'others' }),
  'a shown tool': (grant) => ({
    ...grant,
    shown: { ...shownOf(grant), tools: shownOf(grant).tools.map((tool) => ({ ...tool, consent: 'each' })) },
  }),
  'a shown permission': (grant) => ({
    ...grant,
    shown: { ...shownOf(grant), permissions: [{ ...STORE, reason: 'another' }] },
  }),
};
for (const [what, change] of Object.entries(OTHERS)) {
  test(`a yes that was said of others does not hold: ${what}`, () => {
    const record = recordOf();
    const other = change(grantOf(record));
    expect(holds(other, record)).toBe(false);
    expect(rightsOf(record, other, policy).map(({ state }) => state)).toEqual(['denied']);
    expect(rightsOf(record, grantOf(record), policy).map(({ state }) => state)).toEqual(['granted']);
  });
}

test('a yes that has ended gives nothing', () => {
  const record = recordOf();
  const states = (expiresAt: number) =>
    rightsOf(record, grantOf(record, { expiresAt }), policy).map(({ state }) => state);
  expect([states(Date.now() - 1), states(Date.now() + 60_000)]).toEqual([['denied'], ['granted']]);
});

test('a yes to calls counts for what was granted when it was said, and one without that for nothing more', () => {
  const record = recordOf();
  const rights = rightsOf(record, grantOf(record), policy);
  const old = grantOf(record, { calls: { keep: [{ kind: 'always' }] } });
  expect(coversCall(policy, old, 'keep', rights)).toBe(false);
  expect(coversCall(policy, old, 'keep', [])).toBe(true);
  const kept = withCall(grantOf(record), 'keep', { kind: 'always' }, rights);
  expect(coversCall(policy, kept, 'keep', rights)).toBe(true);
  expect(coversCall(policy, kept, 'keep', [])).toBe(true);
  expect(coversCall(policy, kept, 'other', rights)).toBe(false);
  // Said with less granted: it counts for no more than that.
  const less = withCall(grantOf(record), 'keep', { kind: 'always' }, []);
  expect(coversCall(policy, less, 'keep', rights)).toBe(false);
  // What was said with other permissions is not added to.
  const again = withCall(less, 'keep', { kind: 'chat', id: 'a' }, rights);
  expect(again.calls).toEqual({ keep: [{ kind: 'chat', id: 'a' }] });
  expect(withCall(again, 'keep', { kind: 'call' }, [])).toBe(again);
});

test('a yes to calls of another’s tool counts for that very tool', () => {
  const here = new Policy({}, { memory: { current: () => 'a' } }, false, 'page.example');
  const kept = withOther(grantOf(recordOf()), 'far_tell', 'this', { kind: 'chat', id: 'a' });
  expect(coversOther(here, kept, 'far_tell', 'this')).toBe(true);
  expect(coversOther(here, kept, 'far_tell', 'that')).toBe(false);
  expect(coversOther(here, kept, 'far_tell', undefined)).toBe(false);
  expect(coversOther(here, kept, 'far_say', 'this')).toBe(false);
  expect(coversOther(policy, kept, 'far_tell', 'this')).toBe(false);
  const other = withOther(kept, 'far_tell', 'that', { kind: 'chat', id: 'b' });
  expect(other.others).toEqual({ far_tell: { identity: 'that', scopes: [{ kind: 'chat', id: 'b' }] } });
});
