import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Host } from '../../src/index.js';
import { openProfile, type ProfilePage, serveProfilePage } from '../fixtures/profiles/serve.mjs';
import { troubles } from './browser.js';

/** What the fixtures' page offers; see tests/fixtures/profiles/page.js. */
declare const openHost: () => Host;
declare const load: (entry: string) => Promise<unknown>;
declare const answerAll: (host: Host, yes: boolean) => readonly { readonly kind: string; readonly plugin: string }[];

const profiles = fileURLToPath(new URL('../fixtures/profiles/', import.meta.url));
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
/** The commits that the fixtures are of. */
const COMMITS = (await readdir(profiles, { withFileTypes: true })).filter((one) => one.isDirectory());

interface Opened extends AsyncDisposable {
  readonly page: Page;
  readonly site: ProfilePage;
  readonly found: readonly string[];
}

/** Opens a copy of a fixture with this build; `without`: folders of the profile that are lost. */
async function openCopy(commit: string, without: readonly string[] = []): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'bulkhead-old-profile-'));
  await cp(join(profiles, commit), folder, { recursive: true });
  for (const name of without) await rm(join(folder, 'Default', name), { recursive: true });
  const site = await serveProfilePage(dist);
  let context: BrowserContext | undefined;
  const end = async () => {
    await context?.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const opened = await openProfile(folder, site.port);
    context = opened.context;
    return { page: opened.page, site, found: troubles(opened.page), [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** What of plugins and memory is there, as a user would meet it; runs in the page. */
async function lookAround() {
  const host = openHost();
  const asked = answerAll(host, false);
  const call = (name: string, args: object) =>
    host.tools.execute(name, args).then(
      ({ value }) => value,
      ({ code }) => code,
    );
  const graph = await host.memory.open('old-chat');
  const titles = (await graph.session.keywordSearch({ query: 'harbour' })).map((row) => row.title);
  const plugins = (await host.plugins.list()).map(({ id, state, manifest }) => [id, state, manifest?.version]);
  const review = await host.plugins.review('old-notes');
  const before = await host.audit.query({ limit: 1_000 });
  const found = {
    plugins,
    granted: review.permissions.map(({ permission, granted }) => [permission.id, granted.map(({ kind }) => kind)]),
    calls: review.calls.map(({ tool }) => tool),
    audit: before.map(({ type, plugin }) => `${type} ${plugin}`),
    cut: before.filter(({ what }) => what?.startsWith('manifest without')).map(({ plugin, what }) => [plugin, what]),
    keys: Object.keys(review.plugin.manifest ?? {}),
    notes: [await call('get_note', { key: 'first' }), await call('get_note', { key: 'second' })],
    // Its calls write, and were answered "always".
    said: await call('say_note', { text: 'Still here.' }),
    put: await call('put_note', { key: 'third', value: 3 }),
    third: await call('get_note', { key: 'third' }),
    person: await call('find_person', { query: 'Ada' }),
    post: await call('fetch_post', {}),
    secrets: await host.secrets.names('old-post'),
    sleep: await call('sleep', {}),
    model: [await host.models.get(), await host.models.hasKey()],
    chats: await host.memory.chats(),
    titles,
    archived: (await graph.listNodes({ activeOnly: false })).length - (await graph.listNodes()).length,
    links: (await graph.listEdges()).map(({ type }) => type),
    history: (await graph.history()).length,
  };
  // What was off can be switched on, and everything still writes.
  await host.plugins.enable('old-sleeper');
  await graph.session.createNode({ type: 'event', title: 'A new day', fields: { summary: 'Ada wakes.' } });
  await host.secrets.set('old-post', 'API_KEY', 'a-new-secret-value');
  const written = {
    awake: await call('sleep', {}),
    post: await call('fetch_post', {}),
    day: (await graph.session.findByName({ query: 'A new day' })).matches.length,
    more: (await host.audit.query({ limit: 1_000 })).length > before.length,
    asked: asked.map(({ kind, plugin }) => `${kind} ${plugin}`),
    trouble: (await host.memory.quarantined()).length,
  };
  await host.dispose();
  return { found, written };
}

/** What sessions and the studio's history hold, and that they still write; runs in the page. */
async function lookAtSessions() {
  const { IndexedDbStorageAdapter } = (await load('engine')) as typeof import('../../src/engine/index.js');
  const sessions = new IndexedDbStorageAdapter();
  const listed = (await sessions.list()).map(({ id, length, turns, parentId }) => [id, length, turns, parentId]);
  const said = (await sessions.records('old-fork')).map(({ content }) => content);
  await sessions.append('old-session', [{ role: 'user', content: 'Thank you.' }]);
  const grown = (await sessions.get('old-session'))?.length;
  await sessions.close();
  const { createSettingsBackedHistoryStore } = (await load('studio')) as typeof import('../../src/studio/index.js');
  const names = { moduleName: 'old', globalSettingsKey: 'history', characterStateNamespace: 'old' };
  const history = createSettingsBackedHistoryStore<{ text: string }>(names);
  const context = { generateTask: () => Promise.reject(new Error('nobody is asked here')) };
  const { version, sessions: edited } = await history.loadHistoryState(context, 'global', '');
  const [first] = edited;
  if (first) {
    const second = { ...first, id: 'new-studio', updatedAt: 3 };
    await history.persistHistoryState(context, { version: 3, sessions: [first, second] }, 'global', '');
  }
  const after = (await history.loadHistoryState(context, 'global', '')).sessions.map(({ id }) => id);
  return {
    listed,
    said,
    grown,
    version,
    text: first?.workingProfile.text,
    base: first?.baseWorkingProfile.text,
    after,
  };
}

/** What the log says of manifest keys that only this build took. */
const CUT: { readonly [commit: string]: string } = {
  d5976ef:
    'manifest without the keys engines, signature, skills, panels, settings, data, which this version does not accept',
};

const PLUGINS = [
  ['old-notes', 'on', '1.0.0'],
  ['old-post', 'on', '2.1.0'],
  ['old-sleeper', 'off', '0.1.0'],
];

describe.each(COMMITS.map(({ name }) => name))('a profile that %s has written', (commit) => {
  test('opens as it was left: nothing is asked again, secrets are used, and everything still writes', {
    timeout: 60_000,
  }, async () => {
    await using opened = await openCopy(commit);
    const { page, site, found: troublesSeen } = opened;
    const { found, written } = await page.evaluate(lookAround);
    expect(found).toMatchObject({
      plugins: PLUGINS,
      granted: [
        ['data', ['always']],
        ['recall', ['always']],
        ['say', ['always']],
      ],
      calls: ['put_note', 'say_note'],
      notes: ['Buy bread.', { list: ['一', 'two'] }],
      ...{
        said: 'said',
        put: 'put',
        third: 3,
        person: ['Ada'],
        post: 200,
        secrets: ['API_KEY'],
        sleep: 'PLUGIN_DISABLED',
      },
      model: [
        { kind: 'openai', endpoint: 'https://model.old-profile.example/v1', model: 'old', tools: 'native' },
        true,
      ],
      ...{ chats: ['old-chat'], titles: ['The harbour at night'], archived: 1, history: 5 },
      // Keys that this build does not accept are gone, and the log says which.
      keys: ['manifest', 'id', 'version', 'name', 'description', 'permissions'],
      cut: CUT[commit] === undefined ? [] : [['old-notes', CUT[commit]]],
      links: Array(4).fill('involved_in'),
    });
    for (const plugin of ['old-notes', 'old-post', 'old-sleeper']) expect(found.audit).toContain(`install ${plugin}`);
    expect(found.audit).toContain('ask old-notes');
    expect(written).toEqual({ awake: 'awake', post: 200, day: 1, more: true, asked: [], trouble: 0 });
    expect(site.relayed.map(({ to, headers }) => [to, headers['x-key']])).toEqual([
      ['https://api.old-profile.example/post', 'old-secret-value'],
      ['https://api.old-profile.example/post', 'a-new-secret-value'],
    ]);
    expect(await page.evaluate(lookAtSessions)).toEqual({
      listed: [
        ['old-session', 2, 1, undefined],
        ['old-fork', 3, 2, 'old-session'],
      ],
      said: ['Who is Ada?', 'A sailor.', 'And Bob?'],
      ...{ grown: 3, version: 3, text: 'new words', base: 'old words', after: ['old-studio', 'new-studio'] },
    });
    expect(troublesSeen).toEqual([]);
  });

  test('comes back from the copies in buckets when the first databases are lost', { timeout: 60_000 }, async () => {
    await using opened = await openCopy(commit, ['IndexedDB']);
    const { found, written } = await opened.page.evaluate(lookAround);
    expect(found).toMatchObject({
      ...{ plugins: PLUGINS, notes: ['Buy bread.', { list: ['一', 'two'] }], person: ['Ada'], post: 200 },
      titles: ['The harbour at night'],
    });
    expect(opened.site.relayed[0]?.headers['x-key']).toBe('old-secret-value');
    expect(written).toMatchObject({ awake: 'awake', day: 1, asked: [], trouble: 0 });
  });
});
