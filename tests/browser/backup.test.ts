import { afterEach, beforeEach, expect, test } from 'vitest';
import { partsOf } from '../../src/backup/parts.js';
import { restoreFile } from '../../src/backup/restore.js';
import { readZip, zipOf } from '../../src/backup/zip.js';
import { IndexedDbStorageAdapter } from '../../src/engine/index.js';
import { keptProfiles } from '../../src/engine/modes/index.js';
import type { Host } from '../../src/index.js';
import { createSettingsBackedHistoryStore } from '../../src/studio/base/history.js';
import { eraseHistories } from '../../src/studio/base/history-database.js';
import { setLanguage } from '../../src/ui/i18n/language.js';
import { forgetChoices } from '../../src/ui/workbench/choices.js';
import { rezipped, unzipped } from '../fixtures/backup.js';
import { fresh } from '../fixtures/broker.js';
import { NO_CONTEXT, sessionOf, type Text } from '../fixtures/studio/history.js';
import { asking, STORE, tool } from './permissions/plugins.js';
import { failure, plainHost } from './setup.js';

const SECRETS = ['plugin-secret-4711', 'model-key-4712', 'embedding-key-4713', 'mcp-token-4714'];
const [PLUGIN_SECRET, MODEL_KEY, EMBEDDING_KEY, MCP_TOKEN] = SECRETS as [string, string, string, string];
const API = { id: 'api', cap: 'net', hosts: ['api.example.com'], secrets: ['KEY'], reason: 'to ask it' };
const NOTES = asking(
  'notes',
  [STORE, API],
  tool('keep', 'write', 'await ctx.storage.set("note", args.text ?? "water"); return await ctx.storage.get("note")'),
);
const DATABASES = ['bulkhead-sessions', 'bulkhead-modes', 'bulkhead-restore'];

const forget = async () => {
  await new IndexedDbStorageAdapter().erase();
  await eraseHistories();
  for (const name of DATABASES) {
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = resolve;
      request.onerror = reject;
    });
  }
  forgetChoices();
  localStorage.removeItem('bulkhead-studio');
};
beforeEach(forget);
afterEach(forget);

const history = () =>
  createSettingsBackedHistoryStore<Text>({
    ...{ moduleName: 'tests', globalSettingsKey: 'history', characterStateNamespace: 'tests' },
  });

/** A restore whose page ends when everything is in the journal. */
const cutOff = (store: string) => ({
  ...{ parts: partsOf(store), check: async (_key: string, value: unknown) => value, finish: async () => {} },
});

/** Something of everything, with a secret wherever one can be. */
async function fill(host: Host): Promise<void> {
  await host.plugins.install({ code: NOTES }, { enable: true, allow: { data: 'always', api: 'always' } });
  await host.tools.execute('keep', {});
  await host.secrets.set('notes', 'KEY', PLUGIN_SECRET);
  await host.models.set({
    kind: 'openai',
    endpoint: 'https://model.example.com/v1',
    model: 'm',
    tools: 'native',
  } as never);
  await host.models.setKey(MODEL_KEY);
  await host.memory.setEmbeddings({
    kind: 'openai',
    endpoint: 'https://vectors.example.com/v1',
    model: 'e',
    key: 'EMBEDDINGS',
  } as never);
  await host.memory.setEmbeddingKey(EMBEDDING_KEY);
  const session = await host.memory.openSession('chat');
  await session.createNode({ type: 'location_state', title: 'The Old Inn' });
  const sessions = new IndexedDbStorageAdapter();
  await sessions.put({ id: 's', label: 'Talk', status: 'active', createdAt: 1, metadata: {} } as never, [
    { role: 'user', content: 'hello' } as never,
  ]);
  await sessions.close();
  await keptProfiles().write('loop', { prompt: 'Be brief.', limits: { max_rounds: 5, wall_clock_s: 60 } });
  await history().persistHistoryState(
    NO_CONTEXT,
    { version: 3, sessions: [sessionOf('one', 1)] } as never,
    'global',
    '',
  );
  setLanguage('zh-Hans');
  localStorage.setItem(
    'bulkhead.mcp',
    JSON.stringify({ url: `https://mcp.example.com/?token=${MCP_TOKEN}`, reads: [], always: [] }),
  );
  localStorage.setItem('bulkhead-studio', JSON.stringify({ iterAutoApply: { plugin: true }, wide: true }));
}

test('a backup has everything but secrets, keys and permissions, and says what it left out', async () => {
  await using host = plainHost({ store: fresh('backup') });
  await fill(host);
  const file = await host.backup.save();
  const files = await unzipped(file);
  expect([...files.keys()].sort()).toEqual([
    ...[
      'backup.json',
      'chats.jsonl',
      'memories.jsonl',
      'modes.jsonl',
      'plugins.jsonl',
      'settings.jsonl',
      'studio.jsonl',
    ],
  ]);
  const all = [...files.values()].join('\n');
  for (const kept of [
    'water',
    'The Old Inn',
    'hello',
    'Be brief.',
    'registerTool',
    'zh-Hans',
    'https://model.example.com',
  ]) {
    expect(all).toContain(kept);
  }
  for (const secret of SECRETS) expect(all).not.toContain(secret);
  expect(await host.backup.read(file)).toMatchObject({
    modelHost: 'model.example.com',
    counts: { plugins: 1, memories: 1, changes: 1, quarantined: 0, conversations: 1, profiles: 1, studioSessions: 1 },
    leftOut: { secrets: 2, modelKey: 1, mcpServer: 1, autoApply: 1 },
  });
});

/** What the public API answers of everything but plugins. */
async function readRest(host: Host) {
  const graph = await host.memory.open('chat');
  const sessions = new IndexedDbStorageAdapter();
  const rest = {
    ...{ chats: await host.memory.chats(), nodes: await graph.listNodes({ activeOnly: false }) },
    ...{ edges: await graph.listEdges(), history: await graph.history() },
    ...{ sessions: await sessions.list(), records: await sessions.records('s') },
    profile: await keptProfiles().read('loop'),
    studio: await history().loadHistoryState(NO_CONTEXT, 'global', ''),
    ...{
      model: await host.models.get(),
      language: localStorage.getItem('bulkhead-language'),
      wide: localStorage.getItem('bulkhead-studio'),
    },
  };
  await sessions.close();
  return rest;
}

test('a restore brings everything back, and its plugins are off and granted nothing', async () => {
  const host = plainHost({ store: fresh('from') });
  await fill(host);
  const file = await host.backup.save();
  const [before] = [await readRest(host)];
  const [plugin] = await host.plugins.list();
  await host.dispose();
  await forget();

  // A choice alone makes no device that is not empty.
  setLanguage('en');
  await using other = plainHost({ store: fresh('to') });
  const steps: string[] = [];
  const report = await other.backup.restore(file, { onProgress: ({ part }) => void steps.push(part) });
  expect([steps.at(-1), steps.filter((step) => step === 'replacing').length]).toEqual(['replacing', 1]);
  expect(report.modelHost).toBe('model.example.com');
  expect(report.earlier).toMatchObject([
    { plugin: 'notes', enabled: true, permissions: { data: [{ kind: 'always' }] } },
  ]);
  expect(await readRest(other)).toEqual({ ...before, wide: '{"wide":true}' });
  expect(await other.plugins.list()).toEqual([{ ...plugin, enabled: false, state: 'off', origin: 'backup:pasted' }]);
  expect(await other.plugins.source('notes')).toBe(NOTES);
  const review = await other.plugins.review('notes');
  expect(review.permissions.map(({ granted }) => granted)).toEqual([[], []]);
  expect(review.permissions.flatMap(({ permission, earlier }) => (earlier ? [permission.id] : []))).toEqual([
    ...['data', 'api'],
  ]);
  expect([review.secrets[0]?.set, review.stored.keys]).toEqual([false, 1]);
  expect(await other.models.hasKey()).toBe(false);
  expect((await failure(other.tools.execute('keep', {}))).code).toBe('PLUGIN_DISABLED');
  expect(await other.backup.earlier()).toEqual(report.earlier);
  await other.plugins.enable('notes', { allow: { data: 'always' } } as never);
  expect(await other.backup.earlier()).toEqual([]);
  const decided = await other.plugins.review('notes');
  expect(decided.permissions.some(({ earlier }) => earlier)).toBe(false);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('bulkhead-restore');
});

test('a device with anything on it is replaced only when that is said, and then as a whole', async () => {
  await using host = plainHost({ store: fresh('replaced') });
  await fill(host);
  const file = await host.backup.save();
  await host.plugins.remove('notes', { wipe: true });
  await (await host.memory.openSession('chat')).createNode({ type: 'location_state', title: 'The New Inn' });
  await (await host.memory.openSession('other')).createNode({ type: 'location_state', title: 'The Harbour' });
  expect(await failure(host.backup.restore(file))).toMatchObject({
    code: 'BAD_ARGS',
    message: expect.stringContaining('replace: true'),
  });
  expect(await host.memory.chats()).toEqual(['chat', 'other']);
  const log = (await host.audit.query()).length;
  await host.backup.restore(file, { replace: true });
  expect(await host.memory.chats()).toEqual(['chat']);
  const titles = (await (await host.memory.open('chat')).listNodes()).map(({ title }) => title);
  expect(titles).toEqual(['The Old Inn']);
  expect((await host.plugins.list()).map(({ id }) => id)).toEqual(['notes']);
  expect(await host.secrets.names('notes')).toEqual([]);
  // What happened here stays written down.
  expect((await host.audit.query()).length).toBeGreaterThanOrEqual(log);
});

test('a file that is cut off, damaged, newer or none of ours changes nothing, and the error says what to do', async () => {
  await using host = plainHost({ store: fresh('bad') });
  await fill(host);
  const file = await host.backup.save();
  const before = await readRest(host);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const flipped = (at: number) => {
    const copy = bytes.slice();
    copy[at] = (copy[at] ?? 0) ^ 0x55;
    return new Blob([copy]);
  };
  const tried = async (bad: Blob) => failure(host.backup.restore(bad, { replace: true }));
  for (const part of [0.2, 0.5, 0.9, 0.999]) {
    expect(await tried(file.slice(0, Math.floor(file.size * part)))).toMatchObject({ code: 'STORE_BROKEN' });
  }
  const content = JSON.stringify([...(await unzipped(file))]);
  let changed = 0;
  for (let step = 1; step < 40; step += 1) {
    const bad = flipped(Math.floor((bytes.length * step) / 40));
    // A date, for example, is no content.
    const same = await unzipped(bad).then(
      (texts) => JSON.stringify([...texts]) === content,
      () => false,
    );
    if (same) continue;
    changed += 1;
    expect(['STORE_BROKEN', 'BAD_ARGS']).toContain((await tried(bad)).code);
  }
  expect(changed).toBeGreaterThan(20);
  const header = (text: string) => rezipped(file, (name, old) => (name === 'backup.json' ? text : old));
  const was = JSON.parse((await unzipped(file)).get('backup.json') ?? '');
  for (const [bad, code, words] of [
    [new Blob(['hello']), 'BAD_ARGS', 'choose the zip file'],
    [new Blob([]), 'BAD_ARGS', 'choose the zip file'],
    [await header('{}'), 'BAD_ARGS', 'choose the zip file'],
    [await header(JSON.stringify({ ...was, version: 2, bulkhead: '9.0.0' })), 'STORE_NEWER', 'update Bulkhead here'],
    [
      await header(JSON.stringify({ ...was, parts: was.parts.map((one: object) => ({ ...one, schema: 2 })) })),
      'STORE_NEWER',
      'update Bulkhead here',
    ],
    [
      await rezipped(file, (name, text) => (name === 'plugins.jsonl' ? text.replace('water', 'wines') : text)),
      'STORE_BROKEN',
      'SHA-256',
    ],
    [
      await rezipped(file, (name, text) => (name === 'plugins.jsonl' ? text.slice(0, -1) : text)),
      'STORE_BROKEN',
      'cut off',
    ],
  ] as const) {
    expect(await tried(bad)).toMatchObject({ code, message: expect.stringContaining(words) });
  }
  expect(await readRest(host)).toEqual(before);
  expect((await host.tools.execute('keep', {})).value).toBe('water');
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('bulkhead-restore');
});

test('a forged file brings no permission, no secret and no plugin that is on', async () => {
  await using host = plainHost({ store: fresh('forged') });
  await fill(host);
  const file = await host.backup.save();
  await forget();
  for (const pair of [
    ['grant:notes', { package: 'notes' }],
    ['secret:notes:KEY', { value: 'a long enough secret', hosts: ['evil.example.com'] }],
    ['model:key', { origin: 'https://evil.example.com', value: 'key' }],
    ['safe-mode', false],
  ]) {
    const forged = await rezipped(
      file,
      (name, text) => (name === 'plugins.jsonl' ? `${text}${JSON.stringify(pair)}\n` : text),
      true,
    );
    expect(await failure(host.backup.restore(forged, { replace: true }))).toMatchObject({ code: 'STORE_BROKEN' });
  }
  const on = await rezipped(file, (_, text) => text.replace('"enabled":false', '"enabled":true'), true);
  await using other = plainHost({ store: fresh('forged-to') });
  await other.backup.restore(on, { replace: true });
  expect(await other.plugins.list()).toMatchObject([{ id: 'notes', enabled: false, state: 'off' }]);
});

test('a forged file is refused before anything is replaced: keys that no database takes, and values that do not fit', async () => {
  const store = fresh('refused');
  await using host = plainHost({ store });
  await fill(host);
  const file = await host.backup.save();
  const before = await readRest(host);
  const add = (part: string, line: string) => (name: string, text: string) =>
    name === `${part}.jsonl` ? `${text}${line}\n` : text;
  const swap = (from: string | RegExp, to: string) => (name: string, text: string) =>
    name === 'plugins.jsonl' ? text.replace(from, to) : text;
  for (const forge of [
    add('chats', '[["session",{}],1]'),
    add('chats', '[["session",null],1]'),
    add('studio', '[["head",{"$":["number","NaN"]}],1]'),
    swap('["plugin:notes",{"id":"notes"', '["plugin:notes",{"id":"other"'),
    swap(/ctx\.storage\.set/, 'ctx.storage.put'),
    swap('https://model.example.com', 'javascript:model.example.com'),
  ]) {
    const forged = await rezipped(file, forge, true);
    expect(await failure(host.backup.restore(forged, { replace: true }))).toMatchObject({ code: 'STORE_BROKEN' });
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('bulkhead-restore');
  }
  expect(await readRest(host)).toEqual(before);
});

test('a file cannot have the studio apply proposals without asking, however the key is spelt', async () => {
  await using host = plainHost({ store: fresh('spelt') });
  await fill(host);
  const file = await host.backup.save();
  const line = JSON.stringify(['bulkhead-studio', '{"wide":true,"iter\\u0041utoApply":{"plugin":true}}']);
  const forged = await rezipped(
    file,
    (name, text) =>
      name === 'settings.jsonl' ? text.replace(/^\["bulkhead-studio".*$/m, line.replaceAll('$', '$$$$')) : text,
    true,
  );
  await host.backup.restore(forged, { replace: true });
  expect(JSON.parse(localStorage.getItem('bulkhead-studio') ?? '')).toEqual({ wide: true });
});

test('a device that holds only a secret or the key of the model is not empty', async () => {
  await using full = plainHost({ store: fresh('full') });
  await fill(full);
  const file = await full.backup.save();
  await forget();
  await using host = plainHost({ store: fresh('key') });
  await host.models.set({
    kind: 'openai',
    endpoint: 'https://model.example.com/v1',
    model: 'm',
    tools: 'native',
  } as never);
  await host.models.setKey(MODEL_KEY);
  expect(await host.backup.counts()).toMatchObject({ plugins: 0, modelKeys: 1 });
  expect(await failure(host.backup.restore(file))).toMatchObject({ code: 'BAD_ARGS' });
  expect(await host.models.hasKey()).toBe(true);
});

test('a device that remembers nothing but an MCP server is not empty', async () => {
  await using full = plainHost({ store: fresh('full-mcp') });
  await fill(full);
  const file = await full.backup.save();
  await forget();
  await using host = plainHost({ store: fresh('mcp') });
  localStorage.setItem('bulkhead.mcp', '{"url":"https://mcp.example.com/"}');
  expect(await host.backup.counts()).toMatchObject({ plugins: 0, mcpServers: 1 });
  expect(await failure(host.backup.restore(file))).toMatchObject({ code: 'BAD_ARGS' });
  expect(localStorage.getItem('bulkhead.mcp')).not.toBeNull();
});

test('a file that unpacks to more than it says is refused after as much as it says, and nothing has changed', async () => {
  await using host = plainHost({ store: fresh('bomb') });
  await host.plugins.install({ code: NOTES });
  const file = await host.backup.save();
  let pulled = 0;
  const zeros = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (pulled === 512) controller.close();
      else controller.enqueue(new Uint8Array(1_048_576));
      pulled += 1;
    },
  });
  // Half a gigabyte of NUL in half a megabyte.
  const packing = new CompressionStream('deflate-raw') as ReadableWritablePair<
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>
  >;
  const bomb = await new Response(zeros.pipeThrough(packing)).blob();
  expect(bomb.size).toBeLessThan(1_000_000);
  const files = [...(await readZip(file)).values()];
  const bombed = zipOf(
    files.map((one) => (one.name === 'plugins.jsonl' ? { ...one, packed: bomb, stored: false } : one)),
  );
  expect(await failure(host.backup.restore(bombed, { replace: true }))).toMatchObject({
    code: 'STORE_BROKEN',
    message: expect.stringContaining('plugins.jsonl is longer than it should be'),
  });
  expect((await host.plugins.list()).map(({ id }) => id)).toEqual(['notes']);
});

test('a journal that nothing can be restored from is deleted, and what is there stays', async () => {
  const store = fresh('planted');
  const host = plainHost({ store });
  await fill(host);
  const before = await readRest(host);
  await host.dispose();
  for (const state of [{ targets: 5 }, { targets: [{ name: store, pages: 2 }], settings: [] }]) {
    await new Promise((resolve, reject) => {
      const request = indexedDB.open('bulkhead-restore');
      request.onupgradeneeded = () => request.result.createObjectStore('keyval').put(state, 'state');
      request.onsuccess = () => {
        request.result.close();
        resolve(null);
      };
      request.onerror = reject;
    });
    await using next = plainHost({ store });
    expect(await readRest(next)).toEqual(before);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('bulkhead-restore');
  }
});

test('a restore that was cut off after everything was read is finished by whoever comes next', async () => {
  const store = fresh('cut');
  const host = plainHost({ store });
  await fill(host);
  const file = await host.backup.save();
  const before = await readRest(host);
  await host.plugins.remove('notes', { wipe: true });
  await host.memory.remove('chat');
  await host.dispose();
  // Everything is read and checked, and then the page is gone.
  await restoreFile(file, { ...cutOff(store), replace: true });
  await using next = plainHost({ store });
  expect((await next.plugins.list()).map(({ id }) => id)).toEqual(['notes']);
  expect(await readRest(next)).toEqual({ ...before, wide: '{"wide":true}' });
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('bulkhead-restore');
});

test('the choices of a restore that a worker has finished are written by the next page that starts', async () => {
  const store = fresh('choices');
  const host = plainHost({ store });
  await fill(host);
  const file = await host.backup.save();
  await host.dispose();
  await restoreFile(file, { ...cutOff(store), replace: true });
  localStorage.setItem('bulkhead-language', 'en');
  // What a worker leaves, which has replaced the databases and has no `localStorage`.
  const request = indexedDB.open('bulkhead-restore');
  const journal = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = journal.transaction('keyval', 'readwrite');
  transaction.objectStore('keyval').put({ targets: [], settings: [['bulkhead-language', 'zh-Hans']] }, 'state');
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  journal.close();
  await using next = plainHost({ store });
  await next.plugins.list();
  await expect.poll(() => localStorage.getItem('bulkhead-language')).toBe('zh-Hans');
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);
  await expect.poll(names).not.toContain('bulkhead-restore');
});

test('nothing of the vectors of earlier memories is left after a restore', async () => {
  const store = fresh('vectors');
  await using host = plainHost({ store });
  await fill(host);
  const file = await host.backup.save();
  const embed = async (texts: readonly string[]) => texts.map(() => [1, 0]);
  await host.memory.setEmbeddings({ kind: 'function', id: 'ones', embed });
  const graph = await host.memory.open('secret');
  await graph.session.createNode({ type: 'thread', title: 'The Hidden Inn' });
  await graph.session.vectorSearch({ query: 'inn' });
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);
  expect(await names()).toContain(`${store}-vectors`);
  await host.backup.restore(file, { replace: true });
  expect(await names()).not.toContain(`${store}-vectors`);
});

test('saving and restoring stop where they are asked to, and nothing is left of them', async () => {
  await using host = plainHost({ store: fresh('abort') });
  await fill(host);
  const file = await host.backup.save();
  const before = await readRest(host);
  for (const work of [
    (options: object) => host.backup.save(options),
    (options: object) => host.backup.restore(file, { ...options, replace: true }),
  ]) {
    const stop = new AbortController();
    const seen: string[] = [];
    const onProgress = ({ part }: { readonly part: string }) => {
      seen.push(part);
      if (part === 'memories') stop.abort(new Error('enough'));
    };
    expect(await failure(work({ signal: stop.signal, onProgress }))).toMatchObject({ message: 'enough' });
    expect(seen).toContain('plugins');
    expect(seen).not.toContain('studio');
  }
  expect(await readRest(host)).toEqual(before);
});

test('a host that stores nothing in IndexedDB says so', async () => {
  await using host = plainHost({ store: null });
  expect(await failure(host.backup.save())).toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test('of two restores at once, one is refused, and the other is whole', async () => {
  const store = fresh('two');
  await using host = plainHost({ store });
  await fill(host);
  const file = await host.backup.save();
  const both = await Promise.allSettled([1, 2].map(() => restoreFile(file, { ...cutOff(store), replace: true })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = both.find((one) => one.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'STORE_FAILED', message: expect.stringContaining('another tab') });
  await using next = plainHost({ store });
  expect((await next.plugins.list()).map(({ id }) => id)).toEqual(['notes']);
});
