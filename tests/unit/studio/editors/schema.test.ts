import { expect, test } from 'vitest';
import { mismatchOf } from '../../../../src/engine/tools/arguments.js';
import { type Counts, schemaStudioAdapter, type TypesPlace } from '../../../../src/studio/schema/index.js';
import { readSchema } from '../../../../src/studio/schema/schema.js';
import { SCHEMA_TEXTS } from '../../../../src/studio/schema/words.js';
import { DEFAULT_TYPES } from '../../../../worker/memory/schema/defaults.js';
import { fc } from '../../../fixtures/property.js';
import { type Answer, heldStorage, openEditing } from '../../../fixtures/studio/editing.js';

const heldPlace = (types: unknown = null): TypesPlace & { kept: unknown } => {
  const place = {
    kept: types,
    types: async () => place.kept,
    setTypes: async (given: unknown) => {
      place.kept = given;
    },
  };
  return place;
};

async function editing(
  answers: readonly Answer[],
  {
    all = heldPlace(),
    own,
    counts = {},
  }: { all?: TypesPlace; own?: TypesPlace & { name: string }; counts?: Counts } = {},
  language = 'en',
) {
  const adapter = await schemaStudioAdapter({
    ...{ language, all, storage: heldStorage(), counts: async () => counts },
    ...(own && { own }),
  });
  return { adapter, ...(await openEditing(adapter, answers)) };
}

const ids = ({ types }: { readonly types: readonly { readonly id: string }[] }) => types.map(({ id }) => id);

test('a schema is made good of whatever is there, and of what is good the same again', () => {
  const column = fc.constantFrom('title', 'a', '__proto__', ' ', 7);
  const type = fc.record(
    {
      id: fc.constantFrom('Event', 'x y', '', null, 'x_y', '__proto__'),
      label: fc.string(),
      tableColumns: fc.array(column),
      primaryKeyColumns: fc.array(column),
      columnHints: fc.dictionary(fc.string(), fc.anything()),
      compression: fc.anything(),
    },
    { requiredKeys: [] },
  );
  const given = fc.oneof(fc.anything(), fc.record({ types: fc.oneof(fc.anything(), fc.array(type)) }));
  fc.assert(
    fc.property(given, (value) => {
      const once = readSchema(value);
      expect(once.types.length).toBeGreaterThan(0);
      expect(readSchema(structuredClone(once))).toEqual(once);
      expect(JSON.stringify(readSchema(once))).toBe(JSON.stringify(once));
    }),
    { numRuns: 500 },
  );
  expect(readSchema({}).types).toEqual(DEFAULT_TYPES);
  expect(readSchema({}).types[0]).not.toBe(DEFAULT_TYPES[0]);
});

test('types and columns are edited by calls, looked at, and memory works like that once somebody says so', async () => {
  const all = heldPlace();
  const { studio, panel } = await editing(
    [
      [
        {
          name: 'add_type',
          args: {
            type: 'faction',
            label: 'Faction',
            extractHint: 'One for each group.',
            columns: [
              { name: 'title', required: true, primary: true, embedded: true },
              { name: 'creed', hint: 'What they believe' },
            ],
            alwaysInject: true,
            before: 'thread',
          },
        },
        { name: 'add_column', args: { type: 'character_sheet', column: 'faction', before: 'goal', embedded: true } },
        { name: 'change_column', args: { type: 'thread', column: 'note', name: 'notes' } },
        { name: 'set_rollup', args: { type: 'event', fanIn: 4 } },
        { name: 'remove_type', args: { type: 'location_state' } },
      ],
    ],
    { all },
  );
  expect(panel()).toContain('data-state="usual"');
  expect(await studio.send('Factions, please')).toMatchObject({ outcome: 'pending' });
  expect(ids(studio.view.session.workingProfile)).toEqual(ids({ types: DEFAULT_TYPES }));
  await studio.approve();
  const { types } = studio.view.session.workingProfile;
  expect(ids({ types })).toEqual(['event', 'character_sheet', 'faction', 'thread']);
  expect(types.find(({ id }) => id === 'faction')).toMatchObject({
    ...{ tableName: 'faction_table', tableColumns: ['title', 'creed'], requiredColumns: ['title'], alwaysInject: true },
    ...{ primaryKeyColumns: ['title'], embeddingColumns: ['title'], columnHints: { creed: 'What they believe' } },
  });
  expect(types[1]?.tableColumns.slice(4, 6)).toEqual(['faction', 'goal']);
  expect(types[3]).toMatchObject({
    tableColumns: ['title', 'status', 'notes'],
    requiredColumns: ['title', 'status', 'notes'],
    embeddingColumns: ['title', 'notes'],
  });
  expect(types[0]?.compression).toMatchObject({ fanIn: 4, threshold: 5 });
  expect(all.kept).toBeNull();
  await studio.act('all', null, '#p');
  expect(all.kept).toEqual(types);
  expect(panel()).toContain('data-state="used"');
  await studio.act('usual', null, '#p');
  expect(all.kept).toBeNull();
  expect(panel()).toContain('data-state="other"');
});

test('a character’s own schema is where one begins, and is kept beside what is for all', async () => {
  const mine = [{ id: 'dream', label: 'Dream', tableColumns: ['title'] }];
  const own = Object.assign(heldPlace(mine), { name: 'Ada <b>' });
  const all = heldPlace();
  const { studio, panel } = await editing([[{ name: 'add_column', args: { type: 'dream', column: 'mood' } }]], {
    ...{ all, own },
  });
  expect(ids(studio.view.session.workingProfile)).toEqual(['dream']);
  expect(studio.view.session.sourceScope).toBe('character');
  expect(panel()).toContain('Ada &#60;b&#62;');
  expect(panel()).toContain('data-state="own"');
  studio.setAutoApply(true);
  await studio.send('Moods');
  await studio.act('own', null, '#p');
  expect(own.kept).toMatchObject([{ id: 'dream', tableColumns: ['title', 'mood'] }]);
  expect(all.kept).toBeNull();
  await studio.act('none', null, '#p');
  expect(own.kept).toBeNull();
});

test('a trial says which entries of the open chat would lose their type', async () => {
  const { studio } = await editing([[{ name: 'remove_type', args: { type: 'thread' } }]], {
    counts: { thread: 3, Event: 9, location_state: 0 },
  });
  await studio.send('No threads');
  const trial = studio.view.session.messages.at(-1)?.trial;
  expect(trial).toMatchObject({ verdict: 'failed', checks: [{ verdict: 'passed' }, { verdict: 'failed' }] });
  expect(trial?.checks[1]?.detail).toMatch(/^thread: 3 /);
});

test('a call that cannot be is told why, and the rest of its answer is done', async () => {
  const { studio } = await editing([
    [
      { name: 'add_type', args: { type: 'Event!', label: 'x', extractHint: '', columns: [{ name: 'title' }] } },
      { name: 'add_type', args: { type: 'event', label: 'x', extractHint: '', columns: [{ name: 'title' }] } },
      { name: 'add_type', args: { type: 'fine', label: 'x', extractHint: '', columns: [] } },
      { name: 'add_column', args: { type: 'event', column: '__proto__"' } },
      { name: 'remove_column', args: { type: 'event', column: 'summary' } },
      { name: 'change_type', args: { type: 'event', label: 'Happening', before: 'thread' } },
    ],
  ]);
  studio.setAutoApply(true);
  await studio.send('go');
  const results = studio.view.session.messages.at(-1)?.toolResults?.map(({ result }) => result.ok);
  expect(results).toEqual([false, false, false, false, false, true]);
  const { types } = studio.view.session.workingProfile;
  expect(ids({ types })).toEqual(['character_sheet', 'location_state', 'event', 'thread']);
  expect(types[2]?.label).toBe('Happening');
});

test('every tool’s schema is closed, and has a name for people', async () => {
  const { adapter, studio } = await editing([]);
  for (const { function: tool } of adapter.buildEditableToolSet(studio.view.session as never)) {
    expect(tool.parameters, tool.name).toMatchObject({ type: 'object', additionalProperties: false });
    expect(await mismatchOf(tool.name, tool.parameters as Record<string, unknown>, { strange: 1 })).toBeDefined();
    expect(adapter.describeTool(tool.name), tool.name).not.toBe(tool.name);
  }
});

test('paths and words are there in each language', async () => {
  const label = async (language: string, path: string) =>
    (await editing([], {}, language)).adapter.formatDiffPathLabel(path);
  expect(await label('en', 'types[1].tableColumns[0]')).toBe('Type 2 / Field 1');
  expect(await label('zh', 'types[0].compression.fanIn')).toBe('类型 1 / 合并 / 多少个合为一个');
  expect(await label('zh-hk', 'types[0].columnHints.creed')).toBe('類型 1 / 欄位內容 / creed');
  const places = (text = '') => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort();
  for (const [key, [en, ...others]] of Object.entries(SCHEMA_TEXTS)) {
    for (const other of others) {
      expect(other, key).not.toBe('');
      expect(places(other), key).toEqual(places(en));
    }
  }
});
