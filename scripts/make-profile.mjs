// Makes a profile fixture, by hand: `node scripts/make-profile.mjs DIST NAME` lets the build in the folder DIST write a browser
// profile, and keeps its databases as tests/fixtures/profiles/NAME. The fixtures that are there stay as they are: an issue that
// changes a store adds one of its own, made by the commit before it.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openProfile, serveProfilePage } from '../tests/fixtures/profiles/serve.mjs';

const [dist, name] = process.argv.slice(2);
if (!dist || !name) throw new Error('node scripts/make-profile.mjs DIST NAME');
const target = fileURLToPath(new URL(`../tests/fixtures/profiles/${name}`, import.meta.url));

const site = await serveProfilePage(resolve(dist));
const profile = await mkdtemp(join(tmpdir(), 'bulkhead-profile-'));
try {
  const { context, page } = await openProfile(profile, site.port);
  await page.evaluate(write);
  await context.close();
  // The second start takes what the first has written into tables.
  const again = await openProfile(profile, site.port);
  await again.page.evaluate(() => openHost().ready());
  await again.context.close();
  await rm(join(target, 'Default'), { recursive: true, force: true });
  for (const folder of ['IndexedDB', 'WebStorage']) {
    const from = join(profile, 'Default', folder);
    await cp(from, join(target, 'Default', folder), { recursive: true }).catch(() => {});
  }
  for (const file of await readdir(target, { recursive: true, withFileTypes: true })) {
    const remove = file.isFile() && ['LOCK', 'LOG', 'LOG.old'].includes(file.name);
    if (remove) await rm(join(file.parentPath, file.name));
  }
  console.log(`written: ${target}`);
} finally {
  await rm(profile, { recursive: true, force: true });
  await site.close();
}

/** Runs in the page. */
async function write() {
  const host = openHost();
  answerAll(host, true);
  const bytes = (text) => new TextEncoder().encode(text);
  const pin = async (text) => {
    const hash = await crypto.subtle.digest('SHA-256', bytes(text));
    return `sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
  };

  // On, granted "always", with values and a call that is made without a question.
  const notes = {
    ...{ manifest: 1, id: 'old-notes', version: '1.0.0', name: 'Old notes', description: 'Keeps notes.' },
    permissions: [
      { id: 'data', cap: 'store', quotaMiB: 1, reason: 'to keep notes' },
      { id: 'recall', cap: 'memory.read', scope: 'all', reason: 'to find people' },
      { id: 'say', cap: 'chat.write', scope: 'all', reason: 'to answer' },
    ],
  };
  const notesCode = `export const manifest = ${JSON.stringify(notes)};
const text = { type: 'string' };
registerTool({ name: 'put_note', mode: 'write', parameters: { type: 'object', properties: { key: text, value: {} } },
  exec: async ({ key, value }, ctx) => { await ctx.storage.set(key, value); return 'put'; } });
registerTool({ name: 'get_note', mode: 'read', parameters: { type: 'object', properties: { key: text } },
  exec: async ({ key }, ctx) => (await ctx.storage.get(key)) ?? null });
registerTool({ name: 'say_note', mode: 'write', parameters: { type: 'object', properties: { text } },
  exec: async ({ text }, ctx) => { await ctx.chat.append({ text }); return 'said'; } });
registerTool({ name: 'find_person', mode: 'read', parameters: { type: 'object', properties: { query: text } },
  exec: async ({ query }, ctx) => (await ctx.memory.findByName({ query })).matches.map(({ title }) => title) });`;
  await host.plugins.install({ code: notesCode }, { enable: true, allow: 'all' });
  const call = (tool, args) => host.tools.execute(tool, args);
  await call('put_note', { key: 'first', value: 'Buy bread.' });
  await call('put_note', { key: 'second', value: { list: ['一', 'two'] } });

  await call('say_note', { text: 'Hello again.' });

  // On, a package of files, with a secret that its requests carry.
  const postCode = `registerTool({ name: 'fetch_post', mode: 'read', parameters: { type: 'object' },
  exec: async (args, ctx) => (await ctx.net.fetch('https://api.old-profile.example/post',
    { headers: { 'x-key': '{{secret:API_KEY}}' } })).status });`;
  const post = {
    ...{
      manifest: 1,
      id: 'old-post',
      version: '2.1.0',
      name: { en: 'Old post', 'zh-Hans': '旧邮局' },
      entry: 'main.js',
    },
    files: { 'main.js': await pin(postCode) },
    permissions: [
      { id: 'mail', cap: 'net', hosts: ['api.old-profile.example'], secrets: ['API_KEY'], reason: 'to read the post' },
    ],
  };
  const files = { 'main.js': postCode, 'bulkhead.json': JSON.stringify(post) };
  const blobs = Object.entries(files).map(([path, content]) => ({ path, blob: new Blob([content]) }));
  await host.plugins.install({ files: blobs }, { enable: true, allow: 'all' });
  await host.secrets.set('old-post', 'API_KEY', 'old-secret-value');
  await call('fetch_post', {});

  // Switched off.
  const off = `registerTool({ name: 'sleep', mode: 'read', parameters: { type: 'object' }, exec: () => 'awake' });`;
  await host.plugins.install(
    {
      code: `export const manifest = { manifest: 1, id: 'old-sleeper', version: '0.1.0', name: 'Old sleeper' };\n${off}`,
    },
    { enable: true },
  );
  await host.plugins.disable('old-sleeper');

  // A memory with links, an archived node and a history, and node types of its own for all chats.
  const graph = await host.memory.open({ id: 'old-chat', durability: 'strict' });
  await graph.session.createNode({ type: 'character_sheet', title: 'Ada', fields: { name: 'Ada' } });
  const ada = (await graph.session.findByName({ query: 'Ada' })).matches[0];
  const links = [{ target: { id: ada.id }, relation: 'involved_in' }];
  for (const title of ['The harbour at night', 'The lost letter']) {
    await graph.session.createNode({ type: 'event', title, fields: { summary: `Ada and ${title}.` }, links });
  }
  const gone = await graph.session.createNode({ type: 'event', title: 'A mistake', fields: { summary: 'Never.' } });
  await graph.session.deleteNode({ id: gone.id });

  // The page's model, with its key.
  await host.models.set({
    kind: 'openai',
    endpoint: 'https://model.old-profile.example/v1',
    model: 'old',
    tools: 'native',
  });
  await host.models.setKey('old-model-key');

  // A conversation of the workbench, and one that was forked of it.
  const { IndexedDbStorageAdapter } = await load('engine');
  const sessions = new IndexedDbStorageAdapter();
  const session = (id, more) => ({
    id,
    label: id,
    status: 'active',
    metadata: {},
    createdAt: 1_700_000_000_000,
    ...more,
  });
  await sessions.put(session('old-session', { systemPrompt: 'Be brief.' }), [{ role: 'user', content: 'Who is Ada?' }]);
  await sessions.append('old-session', [{ role: 'assistant', content: 'A sailor.' }]);
  await sessions.put(session('old-fork', { parentId: 'old-session' }), [{ role: 'user', content: 'And Bob?' }], {
    ...{ of: 'old-session', length: 2 },
  });
  await sessions.close();

  // A history of the studio.
  const { createSettingsBackedHistoryStore } = await load('studio');
  const names = { moduleName: 'old', globalSettingsKey: 'history', characterStateNamespace: 'old' };
  const edited = {
    ...{ id: 'old-studio', updatedAt: 2, createdAt: 1, mode: 'm', chatKey: '', revision: 0, messages: [] },
    ...{ sourceScope: 'global', sourceAvatar: '', sourceName: '', lastSimulation: null, pendingApproval: null },
    ...{ workingProfile: { text: 'new words' }, baseWorkingProfile: { text: 'old words' } },
  };
  const history = createSettingsBackedHistoryStore(names);
  await history.persistHistoryState({}, { version: 3, sessions: [edited] }, 'global', '');

  // A memory that is left alone is copied, into a bucket of its own.
  const records = (indexed) =>
    new Promise((resolve, reject) => {
      const request = indexed.open('bulkhead-memory');
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        const [store] = database.objectStoreNames;
        const keys = database.transaction(store).objectStore(store).getAllKeys();
        keys.onsuccess = () => {
          database.close();
          resolve(keys.result.filter((key) => String(key).startsWith('record:')).length);
        };
      };
    });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
  while (!(await navigator.storageBuckets.keys()).includes('bulkhead-memory')) await pause();
  const bucket = await navigator.storageBuckets.open('bulkhead-memory');
  const made = async () => (await bucket.indexedDB.databases()).some(({ name }) => name === 'bulkhead-memory');
  while (!(await made())) await pause();
  const all = await records(indexedDB);
  while ((await records(bucket.indexedDB)) < all) await pause();
  await host.audit.query({ limit: 1 });
  await host.dispose();
}
