import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { BulkheadError } from '../../../worker/protocol/errors.js';
import { readManifest } from '../../../worker/protocol/manifest.js';

function refusal(manifest: unknown, isPackage = false): BulkheadError {
  try {
    readManifest(manifest, isPackage);
  } catch (error) {
    return error as BulkheadError;
  }
  throw new Error('it was read');
}

const NET = { id: 'api', cap: 'net', hosts: ['api.example.com'], reason: 'to ask' };
const WHOLE = { manifest: 1, id: 'good-one', version: '1.0.0', name: 'Good', permissions: [NET] };

test('every fault of a manifest comes at once, each with its place, its rule and what was got', () => {
  const { message, details } = refusal({
    id: 'p1',
    version: '1.0',
    name: 'n'.repeat(81),
    permisions: [],
    tools: [{ name: 'greet', description: '', input: {}, mode: 'rw', uses: ['apis'] }],
    permissions: [
      { id: 'api', cap: 'network', reason: 'x' },
      { ...NET, hosts: ['https://example.com'], host: 'x' },
    ],
  });
  expect(message.split('\n')).toEqual([
    'the manifest has 11 faults:',
    '`manifest`: missing, and needed to ask for permissions; add `manifest: 1`',
    '`id`: 3 to 64 lower-case letters, digits, hyphens; got `p1`',
    '`version`: a version such as 1.0.0; got `1.0`',
    '`tools/0/mode`: one of read, write; got `rw`',
    '`permissions/0/cap`: one of store, net, chat.read, chat.write, memory.read, memory.write, tool.call, llm, notify, clipboard.write; got `network`, did you mean `net`?',
    '`permissions/1/hosts/0`: a host on the internet, such as api.example.com, without https:// and path; got `https://example.com`',
    '`permissions/1/host`: unknown key; did you mean `hosts`?',
    '`permisions`: unknown key; did you mean `permissions`?',
    '`permissions/1/id`: `api` is there twice; give each permission an id of its own',
    '`tools/0/uses`: ids of permissions: one of api; got `apis`, did you mean `api`?',
    '`name`: longer than 80 characters: shorten it',
  ]);
  expect(details.path).toBe('/manifest');
  expect((details.issues as { path: string }[]).map(({ path }) => path)).toHaveLength(11);
  expect(details.issues).toContainEqual({
    path: '/permissions/1/host',
    message: 'unknown key; did you mean `hosts`?',
  });
});

const ONE: readonly [manifest: unknown, said: string, isPackage?: boolean][] = [
  [{ id: 'p1' }, '`id`: 3 to 64 lower-case letters, digits, hyphens; got `p1`'],
  [{ id: '1-plug' }, '`id`: a letter first, and single hyphens only between letters or digits; got `1-plug`'],
  [{ id: 5 }, '`id`: a text; got `5`'],
  [{ ...WHOLE, manifest: 2 }, '`manifest`: only 1; got `2`'],
  [{ ...WHOLE, name: undefined }, "`name`: missing, and needed to ask for permissions; add `name: 'My plugin'`"],
  [
    { ...WHOLE, permissions: [{ ...NET, reason: undefined }] },
    '`permissions/0/reason`: missing; a text, or one text for each language, with `en` among them',
  ],
  [{ ...WHOLE, permissions: [{ ...NET, hosts: [] }] }, '`permissions/0/hosts`: at least 1 entry; got `[]`'],
  [
    { name: { de: 'Würfel' } },
    '`name`: a text, or one text for each language, with `en` among them; got `{"de":"Würfel"}`',
  ],
  [{ limits: { memoryMiB: 0 } }, '`limits/memoryMiB`: above 0; got `0`'],
  [{ limits: { memory: 64 } }, '`limits/memory`: unknown key; did you mean `memoryMiB`?'],
  [5, 'an object; got `5`'],
  [
    { ...WHOLE, entry: 'main.js', files: { 'other.js': `sha256-${'A'.repeat(43)}=` } },
    '`files`: `main.js` is the entry, and is missing; add it with its `sha256-…`',
    true,
  ],
];

test('one fault stands on the line of the error itself', () => {
  for (const [manifest, said, isPackage] of ONE) {
    expect(refusal(manifest, isPackage).message).toBe(`manifest: ${said}`);
  }
});

test('the rules are the same whatever language zod is set to', () => {
  const before = z.config().localeError;
  const refusals = () => ONE.map(([manifest, , isPackage]) => refusal(manifest, isPackage).message);
  const usual = refusals();
  try {
    z.config(z.locales.de());
    expect(refusals()).toEqual(usual);
  } finally {
    z.config({ localeError: before });
  }
});

test('of a thousand faults 32 are listed', () => {
  const tools = Array.from({ length: 1_000 }, (_, i) => ({
    name: `${i}`,
    description: '',
    input: {},
    mode: 'read',
    uses: [],
  }));
  const { message, details } = refusal({ tools });
  expect(details.issues).toHaveLength(32);
  expect(message).toMatch(/^the manifest has 1000 faults:\n(.*\n){32}and 968 more$/);
});
