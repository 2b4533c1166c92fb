import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { denialsOf, opens } from '../../src/permissions/call-rights.js';
import { permissions } from '../../src/studio/plugin/panel.js';
import { sayIn } from '../../src/studio/plugin/words.js';
import { marksOf } from '../../src/ui/shared/marks.js';
import { methodWords, permissionWords } from '../../src/ui/shared/permission-words.js';
import { CAPABILITIES, type Descriptor } from '../../worker/protocol/capabilities/index.js';
import { effectSchema } from '../../worker/protocol/effects.js';
import { manifestJsonSchema } from '../../worker/protocol/manifest-schema.js';
import { capabilityTable } from '../../worker/protocol/permission-facts.js';
import { permissionSchemaOf } from '../../worker/protocol/permissions.js';

/** A capability that there is not. Its words are those of another, which name the same fields. */
const SCENT = {
  cap: 'scent.emit',
  group: 'scent',
  fields: {
    hosts: { kind: 'list', of: 'host', most: 2, required: true },
    methods: { kind: 'list', of: 'httpMethod', most: 2, narrows: 'perm.methods' },
    quota: { kind: 'MiB', most: 3 },
    scope: { kind: 'scope' },
  },
  methods: { 'scent.emit': {} },
  effects: [
    { kind: 'scent', commits: true },
    { kind: 'smell', commits: false },
  ],
  changes: true,
  leavesDevice: true,
  undoable: false,
  servedBy: 'page',
  builtIn: true,
  forReaders: false,
  inPreview: true,
  scoped: false,
  texts: { sentence: 'perm.net', panel: 'cap.net' },
} as const satisfies Descriptor;
const ALL: readonly Descriptor[] = [...CAPABILITIES, SCENT];
const TABLE = capabilityTable(ALL);
const PERMISSION = { id: 'p', cap: 'scent.emit', reason: 'r', hosts: ['api.example.com'] };
const say = sayIn(() => 'en');
const right = { permission: PERMISSION, state: 'granted', line: 'permissions/0 (p)', denial: '' } as const;
const call = (mode: 'read' | 'write') => ({ mode, simulation: undefined });

test('the schema accepts a made-up capability by its fields, and refuses what they do not allow', () => {
  const schema = permissionSchemaOf(ALL);
  const accepts = (one: object) => schema.safeParse(one).success;
  expect(permissionSchemaOf(CAPABILITIES).safeParse(PERMISSION).success).toBe(false);
  expect(accepts(PERMISSION)).toBe(true);
  expect(accepts({ ...PERMISSION, methods: ['GET'], quota: 3, scope: 'all' })).toBe(true);
  const wrong = [
    { hosts: undefined },
    { hosts: ['a.example', 'b.example', 'c.example'] },
    { hosts: ['localhost/x'] },
    { methods: ['BREW'] },
    { quota: 4 },
    { scope: 'world' },
    { smells: ['rose'] },
  ];
  for (const more of wrong) expect(accepts({ ...PERMISSION, ...more }), JSON.stringify(more)).toBe(false);
});

test('the JSON Schema has it as it has each of ours', () => {
  const of = (descriptors: readonly Descriptor[]) => JSON.stringify(z.toJSONSchema(permissionSchemaOf(descriptors)));
  expect(of(CAPABILITIES)).not.toContain('"const":"scent.emit"');
  expect(of(ALL)).toContain('"const":"scent.emit"');
  const ours = JSON.stringify(manifestJsonSchema());
  for (const { cap } of CAPABILITIES) expect(ours).toContain(`"const":"${cap}"`);
});

test('facts, requests and effects are found by its names', () => {
  expect(TABLE.caps.at(-1)).toBe('scent.emit');
  expect(TABLE.needs('scent.emit')).toBe('hosts');
  expect(TABLE.factsOf(PERMISSION)).toEqual({ changes: true, leavesDevice: true, undoable: false });
  expect(TABLE.scopeOf(PERMISSION)).toBe('all');
  expect(TABLE.capOfRequest('scent.emit')).toBe('scent.emit');
  expect([TABLE.capOfEffect('scent'), TABLE.capOfEffect('smell')]).toEqual(['scent.emit', undefined]);
  expect(() => capabilityTable(CAPABILITIES).descriptor('scent.emit')).toThrow('there is no capability scent.emit');
});

test('marks, words and the studio’s list show it; a text that is missing fails', () => {
  expect(marksOf(PERMISSION, TABLE)).toEqual(['leaves', 'changes', 'final']);
  expect(permissionWords(PERMISSION, TABLE)).toContain('api.example.com');
  expect(methodWords({ ...PERMISSION, methods: ['PUT'] }, TABLE)).toContain('PUT');
  const listed = (table: typeof TABLE) => permissions({ manifest: { permissions: [PERMISSION] } }, say, 'en', table);
  expect(listed(TABLE)[0]).toContain('Send requests to api.example.com');

  const wordless = capabilityTable([{ ...SCENT, texts: { sentence: 'perm.scent.emit', panel: 'cap.scent.emit' } }]);
  expect(() => permissionWords(PERMISSION, wordless)).toThrow('there is no text perm.scent.emit');
  expect(() => listed(wordless)).toThrow(TypeError);
});

test('a call gets it, or is told why not', () => {
  expect(opens(right, call('write'), TABLE)).toBe(true);
  expect(denialsOf([right], call('write'), TABLE)).toEqual({});
  expect(opens(right, call('read'), TABLE)).toBe(false);
  expect(denialsOf([right], call('read'), TABLE)).toEqual({
    scent: 'permissions/0 (p): for a tool that only reads',
  });
  // Asked about at each use, it is of use to a simulation before anybody was asked.
  const each = capabilityTable([{ ...SCENT, asksEach: true }]);
  const simulated = { mode: 'write', simulation: { preview: true } as never } as const;
  expect(opens({ ...right, state: 'askable' }, simulated, TABLE)).toBe(false);
  expect(opens({ ...right, state: 'askable' }, simulated, each)).toBe(true);
});

test('each kind of effect that a descriptor names has a shape, and one capability', () => {
  const kinds = CAPABILITIES.flatMap(({ effects }) => effects.map(({ kind }) => kind));
  expect(new Set(kinds).size).toBe(kinds.length);
  const shapes = effectSchema.def.options.map(({ def }) => def.shape.kind.def.values[0]);
  expect([...kinds, 'unknown'].sort()).toEqual([...shapes].sort());
});
