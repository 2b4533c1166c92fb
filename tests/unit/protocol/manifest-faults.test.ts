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
    '`id`: 3 to 64 lower-case letters, digits, hyphens, for example `my-plugin`; got `p1`',
    '`version`: a version such as 1.0.0; got `1.0`',
    '`tools/0/mode`: one of read, write; got `rw`',
    '`permissions/0/cap`: one of store, net, chat.read, chat.write, memory.read, memory.write, tool.call, llm, notify, clipboard.write; got `network`, did you mean `net`?',
    '`permissions/1/hosts/0`: a host on the internet, such as api.example.com, without https:// and path; got `https://example.com`',
    '`permissions/1/host`: unknown key; did you mean `hosts`? For example `{"hosts":["api.example.com"]}`',
    '`permisions`: unknown key; did you mean `permissions`? For example `{"permissions":[{"id":"net","cap":"net","hosts":["api.example.com"],"reason":"To read the forecast"}]}`',
    '`permissions/1/id`: `api` is there twice; give each permission an id of its own, for example `api-2`',
    '`tools/0/uses`: ids of permissions: one of api, for example `["api"]`; got `apis`, did you mean `api`?',
    '`name`: longer than 80 characters: shorten it, for example `My plugin`',
  ]);
  expect(details.path).toBe('/manifest');
  expect((details.issues as { path: string }[]).map(({ path }) => path)).toHaveLength(11);
  expect(details.issues).toContainEqual({
    path: '/permissions/1/host',
    message: 'unknown key; did you mean `hosts`? For example `{"hosts":["api.example.com"]}`',
    example: '{"hosts":["api.example.com"]}',
  });
});

const ONE: readonly [manifest: unknown, said: string, isPackage?: boolean][] = [
  [{ id: 'p1' }, '`id`: 3 to 64 lower-case letters, digits, hyphens, for example `my-plugin`; got `p1`'],
  [
    { id: '1-plug' },
    '`id`: a letter first, and single hyphens only between letters or digits, for example `my-plugin`; got `1-plug`',
  ],
  [{ id: 5 }, '`id`: a text, for example `my-plugin`; got `5`'],
  [{ ...WHOLE, manifest: 2 }, '`manifest`: only 1; got `2`'],
  [{ ...WHOLE, name: undefined }, "`name`: missing, and needed to ask for permissions; add `name: 'My plugin'`"],
  [
    { ...WHOLE, permissions: [{ ...NET, reason: undefined }] },
    '`permissions/0/reason`: missing; a text, or one text for each language, with `en` among them, for example `To read the forecast`',
  ],
  [
    { ...WHOLE, permissions: [{ ...NET, hosts: [] }] },
    '`permissions/0/hosts`: at least 1 entry, for example `["api.example.com"]`; got `[]`',
  ],
  [
    { name: { de: 'Würfel' } },
    '`name`: a text, or one text for each language, with `en` among them, for example `My plugin`; got `{"de":"Würfel"}`',
  ],
  [{ limits: { memoryMiB: 0 } }, '`limits/memoryMiB`: above 0, for example `32`; got `0`'],
  [
    { limits: { memory: 64 } },
    '`limits/memory`: unknown key; did you mean `memoryMiB`? For example `{"memoryMiB":32}`',
  ],
  [5, 'an object, for example `{"id":"my-plugin"}`; got `5`'],
  [
    { ...WHOLE, entry: 'main.js', files: { 'other.js': `sha256-${'A'.repeat(43)}=` } },
    '`files`: `main.js` is the entry, and is missing; add it with its `sha256-…`, for example `{"main.js":"sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="}`',
    true,
  ],
];

test('one fault stands on the line of the error itself', () => {
  for (const [manifest, said, isPackage] of ONE) {
    expect(refusal(manifest, isPackage).message).toBe(`manifest: ${said}`);
  }
});

/** A manifest that has every key. */
const EVERY = {
  ...{
    $schema: 'https://example.com/s',
    manifest: 1,
    id: 'every-key',
    version: '1.0.0',
    name: { en: 'Every', de: 'Alle' },
  },
  ...{
    description: 'All',
    author: { name: 'Ada', url: 'https://example.com' },
    license: 'MIT',
    homepage: 'https://a.b',
  },
  ...{ repository: 'https://a.b', entry: 'plugin.js', files: { 'plugin.js': `sha256-${'A'.repeat(43)}=` } },
  tools: [
    {
      ...{ name: 'look', title: 'Look', description: 'd', input: {}, mode: 'read', annotations: { destructive: true } },
      ...{ simulate: true, uses: ['net'], consent: 'each' },
    },
  ],
  permissions: [
    { id: 'net', cap: 'net', hosts: ['a.example'], methods: ['GET'], secrets: ['KEY'], reason: { en: 'r' } },
    { id: 'data', cap: 'store', quotaMiB: 1, reason: 'r' },
    { id: 'call', cap: 'tool.call', tools: ['roll'], reason: 'r' },
    { id: 'talk', cap: 'chat.read', scope: 'chat', reason: 'r' },
  ],
  optionalPermissions: [{ id: 'recall', cap: 'memory.read', scope: 'all', types: ['event'], reason: 'r' }],
  limits: { memoryMiB: 1, cpuMsPerCall: 1, wallMsPerCall: 1, hostCallsPerCall: 1, bytesOutPerCall: 1 },
  integrityNote: 'n',
};
/** What stands in place of each value once: other types, nothing, too much, what nobody sees, a word of another list. */
const WRONG = [
  undefined,
  null,
  5,
  -1,
  1e9,
  true,
  '',
  'ㅤ',
  'two\nlines',
  'Ä/..',
  'x'.repeat(5_000),
  [],
  [5],
  {},
  { en: 5 },
  { nokey: 1 },
];

type Keys = readonly (string | number)[];
const placesIn = (value: unknown, at: Keys = []): Keys[] => [
  at,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => placesIn(one, [...at, Array.isArray(value) ? Number(key) : key]))
    : []),
];

/** A copy with another value at a place; `undefined` takes it away. */
function changed(whole: unknown, [key, ...rest]: Keys, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as Record<string | number, unknown>;
  const inner = changed(copy[key], rest, value);
  if (inner === undefined && Array.isArray(copy)) copy.splice(Number(key), 1);
  else if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

const issuesOf = (manifest: unknown): readonly { path: string; message: string; example: string }[] => {
  try {
    readManifest(manifest, true);
    return [];
  } catch (error) {
    return (error as BulkheadError).details.issues as never;
  }
};
const keysOf = (path: string): Keys =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/** What its author makes of a fault by the example. */
function mended(
  manifest: unknown,
  { path, message, example }: { path: string; message: string; example: string },
): unknown {
  const [keys, value] = [keysOf(path), JSON.parse(example)];
  if (!message.startsWith('unknown key') && !message.startsWith('a path inside')) return changed(manifest, keys, value);
  const container = keys.slice(0, -1);
  const around = container.reduce<unknown>((at, key) => Object(at)[key], changed(manifest, keys, undefined));
  const whole = message.includes('did you mean') || container.length === 0 ? { ...Object(around), ...value } : value;
  return changed(changed(manifest, keys, undefined), container, whole);
}

test('whatever is wrong with any key, each fault has an example in its message, and what it says passes there', () => {
  expect(issuesOf(EVERY)).toEqual([]);
  const rules = new Set<string>();
  let faults = 0;
  for (const place of placesIn(EVERY)) {
    for (const wrong of WRONG) {
      const manifest = changed(EVERY, place, wrong);
      for (const issue of issuesOf(manifest)) {
        faults += 1;
        rules.add(issue.message.split(/[;,]/, 1)[0] ?? '');
        expect(issue.message, issue.path).toContain(issue.example.replace(/^"(.*)"$/, '$1'));
        const left = issuesOf(mended(manifest, issue)).filter(
          ({ path, message }) => path === issue.path && message === issue.message,
        );
        expect(left, `${place.join('/')}: ${issue.message.slice(0, 200)}`).toEqual([]);
      }
    }
  }
  expect(faults).toBeGreaterThan(500);
  expect(rules.size).toBeGreaterThan(25);
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
