import { expect, test } from 'vitest';
import type { Grant } from '../../worker/protocol/grants.js';
import { failure, fresh, openTestBroker, storageRights } from '../fixtures/broker.js';
import { pairOf, tamper } from '../fixtures/database.js';

const record = (id: string, tool = 'main', enabled = true) => ({
  id,
  manifest: null,
  tools: [
    { name: tool, displayName: tool, description: 'd', parameters: {}, mode: 'read' as const, hasSimulate: false },
  ],
  enabled,
  origin: 'pasted',
  installedAt: 1,
  sourceBytes: 4,
  filesHash: 'files',
  toolsHash: '',
  toolHashes: {},
});
const grantOf = (id: string, version = '1.0.0'): Grant => ({
  package: id,
  version,
  filesHash: 'files',
  toolsHash: 'tools',
  permissions: { data: [{ kind: 'always' }] },
  calls: {},
  grantedAt: 1,
  shown: { tools: [], permissions: [] },
  knownHosts: [],
});
const put = (id: string, grant: Grant | null = null) => ({
  record: record(id, `tool_${id.replaceAll('-', '_')}`),
  source: `// ${id}`,
  grant: grant as never,
});

test('a plugin is kept with its hashes, its source and its grant; an update without a grant leaves the old one', async () => {
  using broker = openTestBroker();
  await broker.call('put', put('one', grantOf('one')));
  const [kept] = (await broker.call('list', {})).records;
  if (!kept) throw new Error('nothing is kept');
  expect(kept.toolsHash).toMatch(/^[0-9a-f]{64}$/);
  const { tools } = record('one', 'tool_one');
  expect(await broker.call('hashTools', { tools })).toEqual({ toolsHash: kept.toolsHash, toolHashes: kept.toolHashes });
  expect(Object.keys(kept.toolHashes)).toEqual(['tool_one']);
  expect(await broker.call('list', {})).toEqual({ records: [kept], grants: [grantOf('one')], safeMode: false });
  expect(await broker.call('source', { id: 'one' })).toBe('// one');
  await broker.call('put', put('one'));
  expect((await broker.call('list', {})).grants).toEqual([grantOf('one')]);
  await broker.call('setEnabled', { id: 'one', enabled: false, grant: grantOf('one', '2.0.0') as never });
  expect(await broker.call('list', {})).toMatchObject({
    records: [{ enabled: false }],
    grants: [{ version: '2.0.0' }],
  });
  await broker.call('setGrant', { grant: grantOf('one', '3.0.0') as never, expected: 1 });
  expect((await broker.call('list', {})).grants).toMatchObject([{ version: '3.0.0' }]);
  expect(await failure(broker.call('setGrant', { grant: grantOf('none') as never, expected: 1 }))).toMatchObject({
    code: 'PLUGIN_NOT_FOUND',
  });
  expect(await failure(broker.call('put', put('one', grantOf('other'))))).toMatchObject({ code: 'BAD_ARGS' });
});

test('a plugin is not switched on with a yes to other files or tools: another tab was first', async () => {
  using broker = openTestBroker();
  await broker.call('put', { ...put('one'), record: { ...put('one').record, enabled: false } });
  const [kept] = (await broker.call('list', {})).records;
  const yes = { ...grantOf('one'), toolsHash: kept?.toolsHash ?? '' };
  for (const other of [{ filesHash: 'others' }, { toolsHash: 'others' }]) {
    const grant = { ...yes, ...other } as never;
    const error = await failure(broker.call('setEnabled', { id: 'one', enabled: true, grant }));
    expect(error).toMatchObject({ code: 'PLUGIN_CHANGED', details: { plugin: 'one' } });
    expect(await broker.call('list', {})).toMatchObject({ records: [{ enabled: false }], grants: [] });
  }
  await broker.call('setEnabled', { id: 'one', enabled: true, grant: yes as never });
  expect(await broker.call('list', {})).toMatchObject({ records: [{ enabled: true }], grants: [{ package: 'one' }] });
});

test('a manifest whose parts do not go together is neither kept nor switched on', async () => {
  using broker = openTestBroker();
  const permission = (host: string) => ({
    id: 'send',
    cap: 'net' as const,
    hosts: [host],
    methods: ['GET' as const],
    reason: 'r',
  });
  const manifest = { manifest: 1, id: 'one', version: '1.0.0', name: 'One' } as const;
  const twice = { ...manifest, permissions: [permission('good.example'), permission('evil.example')] };
  const { source, record: kept } = put('one');
  const input = (given: object) => ({ source, record: { ...kept, enabled: false, manifest: given }, grant: null });
  expect(await failure(broker.call('put', input(twice) as never))).toMatchObject({ code: 'MANIFEST_INVALID' });
  await broker.call('put', input({ ...manifest, permissions: [permission('good.example')] }) as never);
  await tamper(broker.store ?? '', 'plugin:one', input(twice).record);
  expect(await failure(broker.call('setEnabled', { id: 'one', enabled: true }))).toMatchObject({
    code: 'MANIFEST_INVALID',
  });
  await broker.call('setEnabled', { id: 'one', enabled: false });
});

test('a source that is not what was installed does not come back', async () => {
  using broker = openTestBroker();
  await broker.call('put', put('one'));
  for (const value of [{ text: '// evil', hash: '00' }, { text: '// one' }, '// one']) {
    await tamper(broker.store ?? '', 'source:one', value);
    expect(await failure(broker.call('source', { id: 'one' }))).toMatchObject({ code: 'PLUGIN_CHANGED' });
  }
  await broker.call('put', put('one'));
  expect(await broker.call('source', { id: 'one' })).toBe('// one');
  expect(await failure(broker.call('source', { id: 'two' }))).toMatchObject({ code: 'PLUGIN_NOT_FOUND' });
});

test('a grant that cannot be read is no grant', async () => {
  using broker = openTestBroker();
  await broker.call('put', put('one', grantOf('one')));
  await tamper(broker.store ?? '', 'grant:one', { ...grantOf('one'), permissions: { data: [{ kind: 'forever' }] } });
  expect(await broker.call('list', {})).toMatchObject({ records: [{ id: 'one' }], grants: [] });
});

test('a plugin that a newer version has kept is not listed, is left as it is, and is there again for that version', async () => {
  using broker = openTestBroker();
  const manifest = { manifest: 1, id: 'one', version: '1.0.0', name: 'One' } as const;
  const given = { ...put('one', grantOf('one')), record: { ...put('one').record, manifest } };
  await broker.call('put', given as never);
  await broker.call('put', put('two'));
  const all = await broker.call('list', {});
  const [one] = all.records;
  await tamper(broker.store ?? '', 'plugin:one', { ...one, manifest: { ...manifest, ofLater: true } });
  expect((await broker.call('list', {})).records.map(({ id }) => id)).toEqual(['two']);
  expect(await failure(broker.call('setEnabled', { id: 'one', enabled: false }))).toMatchObject({
    code: 'PLUGIN_NOT_FOUND',
  });
  expect(await pairOf(broker.store ?? '', 'plugin:one')).toMatchObject({ manifest: { ofLater: true } });
  // The later version would read it whole: here it stands for the record without what is of later.
  await tamper(broker.store ?? '', 'plugin:one', one);
  expect(await broker.call('list', {})).toEqual(all);
  // A plugin of the same id that is installed meanwhile takes its place.
  await tamper(broker.store ?? '', 'plugin:one', { ...one, manifest: { ...manifest, ofLater: true } });
  await broker.call('put', put('one'));
  expect(await pairOf(broker.store ?? '', 'plugin:one')).toMatchObject({ manifest: null });
});

test('removing a plugin takes its grant; its data and secrets only when they are to be wiped, and only its own', async () => {
  using broker = openTestBroker();
  for (const id of ['one', 'one-more']) {
    await broker.call('put', put(id, grantOf(id)));
    await broker.call('setSecret', { plugin: id, name: 'KEY', value: '12345678', hosts: ['a.example'] });
    await (await broker.open(storageRights(), { plugin: id })).ask('storage.set', { key: 'a', value: 1 });
  }
  const left = async (plugin: string) => [
    (await broker.call('list', {})).grants.some((grant) => grant.package === plugin),
    (await broker.call('secretNames', { plugin })).length,
    (await broker.call('storage', { plugin })).keys,
  ];
  await broker.call('remove', { id: 'one', wipe: false });
  expect([await left('one'), await left('one-more')]).toEqual([
    [false, 1, 1],
    [true, 1, 1],
  ]);
  await broker.call('remove', { id: 'one', wipe: true });
  expect([await left('one'), await left('one-more')]).toEqual([
    [false, 0, 0],
    [true, 1, 1],
  ]);
});

test('other tabs hear of every change, of safe mode by an empty id', async () => {
  const store = fresh('tabs');
  const heard: string[] = [];
  using other = openTestBroker({ store, onEvent: (event) => 'changed' in event && heard.push(event.changed) });
  await other.call('list', {});
  using broker = openTestBroker({ store });
  await broker.call('put', put('one'));
  await broker.call('setEnabled', { id: 'one', enabled: false });
  await broker.call('setEnabled', { id: 'one', enabled: false, grant: grantOf('one') as never });
  await broker.call('setSafeMode', { on: true });
  await broker.call('remove', { id: 'one', wipe: true });
  await expect.poll(() => heard).toEqual(['one', 'one', 'one', '', 'one']);
  expect(await other.call('list', {})).toEqual({ records: [], grants: [], safeMode: true });
});
