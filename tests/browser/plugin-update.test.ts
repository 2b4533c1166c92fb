import { expect, test } from 'vitest';
import type { PluginReview, UpdateResult } from '../../src/index.js';
import { netHosts } from '../fixtures/net.js';
import { withManifest } from '../fixtures/package.js';
import { madeZip, packedEntries } from '../fixtures/zip.js';
import { failure, plainHost } from './setup.js';

const tool = (name: string, value: number) =>
  `registerTool({ name: '${name}', description: 'test', mode: 'read', parameters: { type: 'object' }, exec: () => ${value} });`;
const store = (id: string) => ({ id, cap: 'store', quotaMiB: 1, reason: 'to keep it' });
const FIRST = { 'main.js': tool('main', 1), 'old.txt': 'old', 'same.txt': 'same' };
const SECOND = {
  'main.js': tool('main', 2) + tool('more', 3),
  'new.txt': 'new',
  'same.txt': 'same',
  'CHANGELOG.md': `# 2.0.0\n${'It is better. '.repeat(500)}`,
};
const first = (over: object = {}) => packedEntries(FIRST, { permissions: [store('a')], ...over });
const second = (over: object = {}) =>
  packedEntries(SECOND, { version: '2.0.0', permissions: [store('a'), store('b')], ...over });

/** An address of a real server, and what puts an archive there. */
async function served(name: string) {
  const url = `http://${(await netHosts()).first}/put/update/${name}`;
  const put = (body: Uint8Array<ArrayBuffer> | string) => fetch(url, { method: 'PUT', body });
  return { url, put };
}

test('an update reads the URL again, says what changes in tools, permissions and files with the changelog, and asks', async () => {
  const { url, put } = await served('asked.zip');
  await put(madeZip(first()));
  await using host = plainHost();
  const { id } = await host.plugins.install({ url }, { enable: true, allow: 'all' });
  const before = await host.plugins.list();
  expect(await host.plugins.update(id)).toEqual({ changed: false });
  expect(await host.plugins.list()).toEqual(before);
  await put(madeZip(second()));
  let review: PluginReview | undefined;
  const no = (shown: PluginReview) => {
    review = shown;
    return false;
  };
  expect(await failure(host.plugins.update(id, { confirm: no }))).toMatchObject({ code: 'CONSENT_DENIED' });
  expect(await host.plugins.list()).toEqual(before);
  expect(review?.update).toMatchObject({
    version: { before: '1.0.0', after: '2.0.0' },
    files: { added: ['new.txt', 'CHANGELOG.md'], removed: ['old.txt'], changed: ['main.js'] },
    list: [
      { what: 'tool', name: 'more', after: { name: 'more' } },
      { what: 'permission', id: 'b', after: store('b') },
    ],
    changelog: SECOND['CHANGELOG.md'].slice(0, 4_000),
  });
  expect(review?.changes?.list).toEqual(review?.update?.list);
  const result = await host.plugins.update(id, { confirm: () => true });
  expect(result).toMatchObject({ changed: true, plugin: { state: 'changed', manifest: { version: '2.0.0' } } });
  expect(await failure(host.tools.execute('main', {}))).toMatchObject({ code: 'PLUGIN_CHANGED' });
  await host.plugins.enable(id);
  expect((await host.tools.execute('main', {})).value).toBe(2);
});

test('one step back puts the version before in place, on as it was, and there is no second step', async () => {
  const { url, put } = await served('back.zip');
  await put(madeZip(first()));
  await using host = plainHost();
  const { id } = await host.plugins.install({ url }, { enable: true, allow: 'all' });
  expect((await host.plugins.review(id)).previous).toBeUndefined();
  expect(await failure(host.plugins.rollback(id))).toMatchObject({ code: 'PLUGIN_CHANGED' });
  await put(madeZip(second()));
  expect((await host.plugins.update(id)).changed).toBe(true);
  expect((await host.plugins.review(id)).previous).toBe('1.0.0');
  // The same version again changes nothing about that.
  await host.plugins.install({ url });
  expect((await host.plugins.review(id)).previous).toBe('1.0.0');
  expect(await host.plugins.rollback(id)).toMatchObject({ state: 'on', manifest: { version: '1.0.0' }, origin: url });
  expect((await host.tools.execute('main', {})).value).toBe(1);
  expect(await failure(host.tools.execute('more', {}))).toMatchObject({ code: 'TOOL_NOT_FOUND' });
  const { previous, permissions } = await host.plugins.review(id);
  expect(previous).toBeUndefined();
  expect(permissions.map(({ granted }) => granted.length)).toEqual([1]);
  expect(await failure(host.plugins.rollback(id))).toMatchObject({ code: 'PLUGIN_CHANGED' });
  // It can be updated again.
  expect((await host.plugins.update(id)).changed).toBe(true);
});

test('a step back gives nothing back that was revoked since, and a yes to the newer version is none to the older', async () => {
  const { url, put } = await served('revoked.zip');
  await put(madeZip(first()));
  await using host = plainHost();
  const { id } = await host.plugins.install({ url }, { enable: true, allow: 'all' });
  await put(madeZip(second({ permissions: [store('a')] })));
  await host.plugins.update(id);
  await host.plugins.revoke(id, 'a');
  expect(await host.plugins.rollback(id)).toMatchObject({ manifest: { version: '1.0.0' } });
  expect((await host.plugins.review(id)).permissions[0]?.granted).toEqual([]);
  await host.plugins.update(id);
  await host.plugins.enable(id, { allow: 'all' });
  const back = await host.plugins.rollback(id);
  expect(back).toMatchObject({ state: 'changed', enabled: false, manifest: { version: '1.0.0' } });
  expect(await failure(host.tools.execute('main', {}))).toMatchObject({ code: 'PLUGIN_CHANGED' });
});

test('a single file and a package of loose files are updated at their URL, too; what is not from one is not', async () => {
  const single = await served('single.js');
  await using host = plainHost();
  await single.put(tool('single', 1));
  const { id } = await host.plugins.install({ url: single.url });
  await single.put(tool('single', 2));
  let update: PluginReview['update'];
  const confirm = (review: PluginReview) => {
    update = review.update;
    return true;
  };
  expect((await host.plugins.update(id, { confirm })).changed).toBe(true);
  expect(update?.files).toEqual({ added: [], removed: [], changed: ['plugin.js'] });
  await single.put(tool('renamed', 1));
  expect(await failure(host.plugins.update(id))).toMatchObject({
    code: 'BAD_ARGS',
    message: /it is renamed; install that/,
  });
  const loose = await served('loose/bulkhead.json');
  for (const [path, text] of Object.entries(withManifest({ 'loose.js': tool('loose', 1) }, { id: 'loose' })))
    await fetch(new URL(path, loose.url), { method: 'PUT', body: text });
  await host.plugins.install({ url: loose.url });
  expect(await host.plugins.update('loose')).toEqual({ changed: false });
  await host.plugins.install({ code: tool('pasted', 1) });
  expect(await failure(host.plugins.update('pasted'))).toMatchObject({ code: 'BAD_ARGS', message: /not from a URL/ });
  expect(await failure(host.plugins.update('nobody'))).toMatchObject({ code: 'PLUGIN_NOT_FOUND' });
  const wrong: Promise<UpdateResult> = host.plugins.update(id, { confrim: () => true } as never);
  expect(await failure(wrong)).toMatchObject({ code: 'BAD_ARGS' });
});

test('an update is cancelled by its signal, and a removed plugin leaves no version behind', async () => {
  const { url, put } = await served('cancelled.zip');
  await put(madeZip(first()));
  await using host = plainHost();
  const { id } = await host.plugins.install({ url });
  await put(madeZip(second()));
  const stop = new AbortController();
  const confirm = () => {
    stop.abort(new Error('enough'));
    return true;
  };
  await expect(host.plugins.update(id, { signal: stop.signal, confirm })).rejects.toThrow('enough');
  expect((await host.plugins.list())[0]?.manifest?.version).toBe('1.0.0');
  await host.plugins.update(id);
  await host.plugins.remove(id);
  await host.plugins.install({ url });
  expect((await host.plugins.review(id)).previous).toBeUndefined();
});
