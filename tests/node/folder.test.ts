import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHost, dist, folderStorage, plugin, scratch } from './host.js';

const scratched = scratch();
let made = 0;
const fresh = () => {
  made += 1;
  return join(scratched, String(made));
};

/** Runs a program in a process of its own. @returns what it prints. */
const run = (program: string, command = [process.execPath], env = {}) =>
  execFileSync(command[0] ?? '', [...command.slice(1), '--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, ...env },
  }).trim();
const importing = (folder: string) => `import { createHost, folderStorage } from ${JSON.stringify(`${dist}node.js`)};
  const storage = folderStorage(${JSON.stringify(folder)});\n`;

const counter = `export const manifest = { manifest: 1, id: 'counter', version: '1.0.0', name: 'Counter',
  permissions: [{ id: 'data', cap: 'store', quotaMiB: 1, reason: 'To count' }],
  optionalPermissions: [{ id: 'server', cap: 'net', hosts: ['example.org'], methods: ['GET'], secrets: ['API_KEY'], reason: 'To ask' }] };
${plugin("async (_, ctx) => { const n = ((await ctx.storage.get('n')) ?? 0) + 1; await ctx.storage.set('n', n); return n; }", 'write', 'count')}`;

test('a new host on the same folder has plugins, grants, secrets, values, the audit log and chats’ memory', async () => {
  const folder = fresh();
  const first = createHost({ folder });
  await first.plugins.install({ code: counter }, { enable: true, allow: 'all' });
  await first.secrets.set('counter', 'API_KEY', 'very secret');
  expect((await first.tools.execute('count', {})).value).toBe(1);
  const session = await first.memory.openSession('chat');
  const inn = await session.createNode({ type: 'location_state', title: 'The Old Inn' });
  const log = await first.audit.query({ plugin: 'counter' });
  expect(log.length).toBeGreaterThan(2);
  await first.dispose();

  await using second = createHost({ folder });
  expect(await second.plugins.list()).toMatchObject([{ id: 'counter', enabled: true }]);
  expect((await second.tools.execute('count', {})).value).toBe(2);
  expect(await second.secrets.names('counter')).toEqual(['API_KEY']);
  const { matches } = await (await second.memory.openSession('chat')).findByName({ query: 'inn' });
  expect(matches[0]?.id).toBe(inn.id);
  const again = await second.audit.query({ plugin: 'counter' });
  for (const entry of log) expect(again).toContainEqual(entry);
});

test('the folder is this user’s alone, and erasing leaves nothing of a secret in its files', async () => {
  const folder = fresh();
  const storage = folderStorage(folder);
  await storage.keyValue.transact([], () => ({ set: [['secret:a', 'very secret words']] }));
  const texts = () =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(texts()).toContain('very secret words');
  await storage.keyValue.erase();
  expect(await storage.keyValue.get('secret:a')).toBeUndefined();
  expect(texts()).not.toContain('very secret words');
  await storage.close();
});

test('erasing a host empties its folder, and its process ends by itself once it is disposed', () => {
  const folder = fresh();
  const out = run(`import { createHost } from ${JSON.stringify(`${dist}node.js`)};
    const host = createHost({ folder: ${JSON.stringify(folder)} });
    await host.plugins.install({ code: ${JSON.stringify(counter)} }, { enable: true, allow: 'all' });
    await host.tools.execute('count', {});
    await (await host.memory.openSession('chat')).createNode({ type: 'location_state', title: 'The Old Inn' });
    await host.erase();
    await host.dispose();
    const again = createHost({ folder: ${JSON.stringify(folder)} });
    console.log(JSON.stringify([await again.plugins.list(), await again.audit.query({ plugin: 'counter' })]));
    await again.dispose();`);
  expect(JSON.parse(out)).toEqual([[], []]);
});

test('keys of any length and of code units from the least to the greatest keep their order', async () => {
  const storage = folderStorage(fresh());
  const edges = [0, 1, 0xfe, 0xff, 0x100, 0x1ff, 0xff00, 0xfffe, 0xffff];
  const every = Array.from({ length: 0x10000 / 61 }, (_, i) => i * 61);
  const units = [...new Set([...edges, ...every])].map((unit) => `u${String.fromCharCode(unit)}`);
  const keys = [...units, 'u\uffff\uffff', `u${'\uffff'.repeat(9)}x`, 'long', 'long'.repeat(2_000), ''];
  await storage.keyValue.transact([], () => ({ set: keys.toReversed().map((key) => [key, key] as const) }));
  expect([...(await storage.keyValue.list('u')).values()]).toEqual(keys.filter((key) => key[0] === 'u').sort());
  expect((await storage.keyValue.keys('\uffff', '')).value).toBe('');
  expect((await storage.log.keysAfter('long', 'long', 9)).length).toBe(0);
  expect((await storage.keyValue.page('long', { limit: 1 }))[0]?.[0]).toBe('long'.repeat(2_000));
  await storage.close();
});

test('a second process is refused with a typed error until the first one has closed the folder or was killed', async () => {
  const folder = fresh();
  const storage = folderStorage(folder);
  await storage.keyValue.transact([], () => ({ set: [['a', 1]] }));
  await storage.log.transact([], () => ({ set: [['b', 2]] }));
  const read = `${importing(folder)}
    const of = (store, key) => store.read([key]).then((all) => all.get(key), ({ code, message }) => ({ code, message }));
    console.log(JSON.stringify([await of(storage.keyValue, 'a'), await of(storage.log, 'b')]));
    if (process.env.KILLED) process.kill(process.pid, 'SIGKILL');
    await storage.close();`;
  const refused = { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('another process has it open') };
  expect(JSON.parse(run(read))).toEqual([refused, refused]);
  expect(await storage.keyValue.get('a')).toBe(1);
  await storage.close();
  await expect(storage.keyValue.get('a')).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect(JSON.parse(run(read))).toEqual([1, 2]);
  expect(() => run(read, [process.execPath], { KILLED: '1' })).toThrow();
  const again = folderStorage(folder);
  expect(await again.keyValue.get('a')).toBe(1);
  await again.close();
});

test('a write that the disk refuses fails whole with STORE_FAILED, and the store goes on', () => {
  const program = `${importing(fresh())}
    const text = 'x'.repeat(100_000);
    const set = (store, key, value) => store.transact([], () => ({ set: [[key + ':1', value], [key + ':2', value]] }))
      .then(() => 'kept', ({ code }) => code);
    const out = {};
    for (const on of ['keyValue', 'log']) {
      const store = storage[on];
      const [first, second] = [await set(store, 'a', 1), await set(store, 'b', text.repeat(20))];
      out[on] = [first, second, await set(store, 'c', 3), [...(await store.list('b')).keys()], [...(await store.list('c')).values()]];
    }
    await storage.close();
    console.log(JSON.stringify(out));`;
  // No file of this process may become greater than a megabyte.
  const limited = ['bash', '-c', `trap '' XFSZ; ulimit -f 1024; exec ${process.execPath} "$@"`, 'bash'];
  const expected = ['kept', 'STORE_FAILED', 'kept', [], [3, 3]];
  expect(JSON.parse(run(program, limited))).toEqual({ keyValue: expected, log: expected });
});

test('a folder that cannot be made, a missing package and options that exclude each other are typed errors', async () => {
  const file = fresh();
  writeFileSync(file, '');
  const storage = folderStorage(join(file, 'below'));
  const unavailable = { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('cannot be used') };
  await expect(storage.keyValue.get('a')).rejects.toMatchObject(unavailable);
  await expect(storage.log.insert('a', () => true, [['a', 1]])).rejects.toMatchObject(unavailable);
  await storage.close();
  await using host = createHost({ folder: join(file, 'below') });
  await expect(host.plugins.list()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(() => createHost({ folder: file, storage })).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  expect(() => folderStorage('')).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));

  // Node does not find the package, wherever this program stands.
  const hooks = `export const resolve = (name, context, next) => {
    if (name !== 'classic-level') return next(name, context);
    throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  };`;
  const out = run(`import { register } from 'node:module';
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});
    const { folderStorage } = await import(${JSON.stringify(`${dist}node.js`)});
    await folderStorage(${JSON.stringify(fresh())}).keyValue.get('a').then(
      (value) => console.log('answered', value), ({ code, message }) => console.log(code, message));`);
  expect(out).toBe('STORE_UNAVAILABLE a folder needs the package classic-level: npm i classic-level');
});
