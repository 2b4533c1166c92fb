import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { opens } from '../../src/permissions/call-rights.js';
import { SYSTEM_PROMPT } from '../../src/studio/plugin/prompts.js';
import { TEXTS } from '../../src/studio/plugin/words.js';
import { PERMISSIONS } from '../../src/ui/i18n/texts/permissions.js';
import { CAPABILITIES, type Cap, METHODS } from '../../worker/protocol/capabilities/index.js';
import { CAPS } from '../../worker/protocol/capabilities/names.js';
import { GUEST_READS } from '../../worker/protocol/memory-guests.js';
import {
  capabilityFacts,
  capOfRequest,
  factsOf,
  factsOfMethod,
  scopeOf,
  TABLE,
} from '../../worker/protocol/permission-facts.js';
import { type Permission, permissionSchema } from '../../worker/protocol/permissions.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const NEEDED: { readonly [field: string]: unknown } = { quotaMiB: 1, hosts: ['api.example.com'], tools: ['other'] };

/** The first cell of its row in the table of permissions. `scope` stands there where it says which data it is about. */
function cellOf(cap: Cap): string {
  const { fields, scoped } = capabilityFacts(cap);
  const names = Object.keys(fields).filter((name) => name !== 'scope' || scoped);
  return names.length === 0 ? `\`${cap}\`` : `\`${cap}\` \`{ ${names.join(', ')} }\``;
}

/** The plainest permission of a capability. */
const plain = (cap: Cap): Permission => {
  const needs = TABLE.needs(cap);
  return permissionSchema.parse({ id: 'p', cap, reason: 'r', ...(needs && { [needs]: NEEDED[needs] }) });
};

test('the table has each capability, and a manifest may ask for each, by the field that it needs and no other', () => {
  expect(CAPABILITIES.map(({ cap }) => cap)).toEqual(CAPS);
  for (const cap of CAPS) {
    expect(plain(cap).cap).toBe(cap);
    const { scoped } = capabilityFacts(cap);
    const needs = TABLE.needs(cap);
    if (needs) expect(permissionSchema.safeParse({ id: 'p', cap, reason: 'r' }).success, cap).toBe(false);
    // What is about data says which.
    if (scoped) expect(permissionSchema.safeParse({ ...plain(cap), scope: 'all' }).success, cap).toBe(true);
    expect(scopeOf(plain(cap)), cap).toBe(scoped ? 'chat' : 'all');
  }
});

test('what a guest can ask for is in the table, under the capability and the group that serve it', () => {
  const guest = text('sandbox/guest/capabilities.ts');
  const asked = [
    ...Array.from(guest.matchAll(/request\('([\w.]+)'/g), ([, method]) => method ?? ''),
    ...Array.from(guest.matchAll(/: (?:one|of)\('(\w+)'/g), ([, method]) => `memory.${method}`),
  ];
  const known = CAPS.flatMap((cap) => Object.keys(capabilityFacts(cap).methods));
  expect([...asked].sort()).toEqual([...known].sort());
  for (const method of known) {
    const cap = capOfRequest(method);
    expect(cap && capabilityFacts(cap).group, method).toBe(method.split('.')[0]);
  }
  expect(Object.keys(capabilityFacts('memory.read').methods)).toEqual(GUEST_READS.map((name) => `memory.${name}`));
  expect(capOfRequest('constructor')).toBeUndefined();
});

test('a request of net comes to what its method does, and a permission to its worst', () => {
  expect(Object.keys(capabilityFacts('net').httpMethods ?? {})).toEqual([...METHODS]);
  const net = (...methods: (typeof METHODS)[number][]) => factsOf({ ...plain('net'), methods } as Permission);
  expect(net('GET')).toEqual({ changes: false, leavesDevice: true, undoable: true });
  expect(factsOf(plain('net'))).toEqual(net('GET'));
  for (const method of METHODS.slice(1)) {
    expect(net('GET', method)).toEqual({ changes: true, leavesDevice: true, undoable: false });
    expect(factsOfMethod(method)).toMatchObject(net(method));
  }
  expect(factsOfMethod('BREW')).toMatchObject({ changes: true, undoable: false });
});

test('a tool that calls others is whatever those are', () => {
  expect(factsOf(plain('tool.call'))).toEqual({ changes: true, leavesDevice: true, undoable: false });
});

test('what changes is not for tools that read, but for what narrows itself to them', () => {
  for (const cap of CAPS) {
    const right = { permission: plain(cap), optional: false, line: '', state: 'granted', denial: '' } as const;
    const open = opens(right, { mode: 'read', simulation: undefined });
    expect(open, cap).toBe(!factsOf(plain(cap)).changes || cap === 'tool.call');
    expect(opens(right, { mode: 'write', simulation: undefined }), cap).toBe(true);
  }
});

test('each capability has its words, its line on both pages and its line for models', () => {
  const texts = new Map(Object.entries(PERMISSIONS).map(([key, [english]]) => [key, english]));
  const studio: { readonly [key: string]: readonly string[] } = TEXTS;
  for (const cap of CAPS) {
    expect(texts.get(`perm.${cap}`), cap).toBeTruthy();
    expect(studio[`cap.${cap}`]?.[0], cap).toBeTruthy();
    for (const page of ['docs/permissions.md', 'docs/zh-CN/permissions.md']) {
      expect(text(page), `${page}: ${cap}`).toContain(`\n| ${cellOf(cap)} |`);
    }
    expect(SYSTEM_PROMPT, cap).toContain(`\n- ${cap}`);
    // Where a permission is about data, its words say which.
    const { scoped } = capabilityFacts(cap);
    expect(texts.get(`perm.${cap}`)?.includes('{where}'), cap).toBe(scoped);
    expect(studio[`cap.${cap}`]?.[0]?.includes('{0}'), cap).toBe(scoped || TABLE.needs(cap) !== undefined);
  }
});
