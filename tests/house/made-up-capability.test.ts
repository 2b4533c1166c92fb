import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { brokerRights, denialsOf, memoryRights, opens } from '../../src/permissions/call-rights.js';
import { plainEffect } from '../../src/studio/plugin/match.js';
import { permissions } from '../../src/studio/plugin/panel.js';
import { effectWords } from '../../src/studio/plugin/rehearsal-words.js';
import { sayIn } from '../../src/studio/plugin/words.js';
import { effectLine } from '../../src/studio/profiles/rehearse.js';
import { viewOf } from '../../src/ui/questions/effects.js';
import { marksOf } from '../../src/ui/shared/marks.js';
import { methodWords, permissionWords } from '../../src/ui/shared/permission-words.js';
import {
  CAPABILITIES,
  type Descriptor,
  type ServedBy,
  type ShapedEffectKind,
} from '../../worker/protocol/capabilities/index.js';
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
    { kind: 'scent', commits: true, text: 'beginning' },
    { kind: 'smell', commits: false },
  ],
  changes: true,
  leavesDevice: true,
  undoable: false,
  servedBy: 'page',
  builtIn: true,
  forReaders: false,
  simulatedForAsk: true,
  scoped: false,
  texts: { sentence: 'perm.net', panel: 'cap.net' },
} as const satisfies Descriptor;
const ALL: readonly Descriptor[] = [...CAPABILITIES, SCENT];
const TABLE = capabilityTable(ALL);
const PERMISSION = { id: 'p', cap: 'scent.emit', reason: 'r', hosts: ['api.example.com'] };
const say = sayIn(() => 'en');
const right = {
  permission: PERMISSION,
  optional: false,
  state: 'granted',
  line: 'permissions/0 (p)',
  denial: '',
} as const;
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

test('a worker that serves it gets its rights, and one that nobody makes rights of does not compile', () => {
  const made = (cap: string, servedBy: Descriptor['servedBy']) => {
    const own = { ...SCENT, cap, group: 'memory', methods: { [cap]: {} }, servedBy };
    return [
      capabilityTable([...CAPABILITIES, own]),
      { ...right, permission: { ...PERMISSION, cap } as never },
    ] as const;
  };
  const [ofBroker, emit] = made('scent.emit', 'broker');
  const served = { rights: { group: 'scent' } as never, permissions: ['p'] };
  const seen: unknown[] = [];
  const serve = (open: never[], all: never[]) => {
    seen.push([open, all]);
    return served;
  };
  const denied = { ...emit, state: 'denied' as const };
  expect(brokerRights([emit, denied], call('write'), ofBroker, { 'scent.emit': serve })).toEqual([served]);
  expect(seen).toEqual([[[emit], [emit, denied]]]);
  expect(brokerRights([emit, denied], call('read'), ofBroker, { 'scent.emit': serve })).toEqual([]);

  const [ofMemory, smell] = made('memory.smell', 'memory');
  const given = { permission: 'p', state: 'granted', line: right.line, types: null };
  expect(memoryRights([smell], call('write'), false, ofMemory)).toEqual({
    ...{ read: null, write: null, smell: given },
    mode: 'direct',
  });
  expect(memoryRights([smell], call('read'), false, ofMemory)).toBeUndefined();

  const broker = { store: true, net: true } satisfies { readonly [cap in ServedBy<'broker'>]: true };
  // @ts-expect-error One more that the broker serves leaves such a table without a part.
  broker satisfies { readonly [cap in ServedBy<'broker'> | typeof SCENT.cap]: true };
});

test('every display shows an effect that is a text, and one with more to show has a part in each or does not compile', () => {
  const effect = { kind: 'scent', plugin: 'p', text: 'roses' } as never;
  expect(plainEffect(effect, TABLE)).toEqual({ kind: 'scent', text: 'roses' });
  expect(effectWords(effect, (key, ...values) => [key, ...values].join(' '), TABLE)).toBe('effect.scent roses');
  expect(effectLine(effect, (key, ...values) => [key, ...values].join(' '), TABLE)).toBe('effect.scent p roses');
  // Words are ours to write: without them nothing is shown.
  expect(() => viewOf(effect, TABLE)).toThrow('there is no text effects.scent');
  const worded = capabilityTable([{ ...SCENT, effects: [{ kind: 'notify', commits: true, text: 'whole' }] }]);
  const shown = viewOf({ kind: 'notify', plugin: 'p', text: 'roses' }, worded);
  expect([shown.words, shown.marks]).toEqual(['would show you a notification', ['leaves', 'changes', 'final']]);
  expect(JSON.stringify(shown.body)).toContain('roses');

  const shaped = { storage: 1, chat: 1, memory: 1, net: 1 } satisfies { readonly [kind in ShapedEffectKind]: 1 };
  // @ts-expect-error `smell` has no text, so each display needs a part for it.
  shaped satisfies { readonly [kind in ShapedEffectKind | 'smell']: 1 };
});

test('each kind of effect that a descriptor names has a shape, and one capability', () => {
  const kinds = CAPABILITIES.flatMap(({ effects }) => effects.map(({ kind }) => kind));
  expect(new Set(kinds).size).toBe(kinds.length);
  const shapes = effectSchema.def.options.map(({ def }) => def.shape.kind.def.values[0]);
  expect([...kinds, 'unknown'].sort()).toEqual([...shapes].sort());
});
