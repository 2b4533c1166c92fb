import { expect, test } from 'vitest';
import { Extension } from '../fixtures/extension.js';
import { failure, testHost } from './setup.js';

const WAIT = `{ name: 'wait', mode: 'read', exec: async (args, ctx, { signal, log }) => {
  log('waiting'); await new Promise((resolve) => signal.addEventListener('abort', resolve)); globalThis.seen = signal.reason.message; } }`;
const SEEN = `{ name: 'seen', mode: 'read', exec: () => globalThis.seen ?? null }`;

test('an abort crosses to the extension with its reason, and the caller has it at once', async () => {
  await using host = testHost();
  const { extension } = await Extension.open(host, { owner: 'ext' });
  using _extension = extension;
  for (const spec of [WAIT, SEEN]) await extension.ask({ do: 'register', spec });
  const stop = new AbortController();
  const reason = new Error('enough of this');
  await expect(host.tools.execute('wait', {}, { signal: stop.signal, onLog: () => stop.abort(reason) })).rejects.toBe(
    reason,
  );
  await expect.poll(async () => (await host.tools.execute('seen')).value).toBe('enough of this');
});

test('an abort crosses from the extension, too, where it may execute', async () => {
  await using host = testHost();
  const asked: string[] = [];
  const mayExecute = ({ name }: { name: string }) => asked.push(name) > 0 && name !== 'private';
  const { extension } = await Extension.open(host, { owner: 'ext', mayExecute });
  using _extension = extension;
  const reasons: unknown[] = [];
  const exec = (_args: object, _ctx: object, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) =>
      signal.addEventListener('abort', () => reasons.push((signal.reason as Error).message) && reject(signal.reason)),
    );
  host.tools.register({ name: 'slow', mode: 'read', exec }, { owner: 'page' });
  host.tools.register({ name: 'quick', mode: 'read', exec: ({ n }) => Number(n) * 2 }, { owner: 'page' });
  host.tools.register({ name: 'private', mode: 'read', exec: () => 1 }, { owner: 'page' });
  expect(await extension.ask({ do: 'execute', name: 'quick', args: { n: 4 } })).toBe(8);
  expect((await failure(extension.ask({ do: 'execute', name: 'private', args: {} }))).code).toBe('CAPABILITY_DENIED');
  const error = await failure(extension.ask({ do: 'execute', name: 'slow', args: {}, abortMs: 20 }));
  expect(error.message).toBe('the extension changed its mind');
  await expect.poll(() => reasons).toEqual(['the extension changed its mind']);
  expect(asked).toEqual(['quick', 'private', 'slow']);
});

test('a tool whose host refuses it is not served; the one before it stays', async () => {
  await using host = testHost();
  const { extension } = await Extension.open(host, { owner: 'ext' });
  using _extension = extension;
  await extension.ask({ do: 'register', spec: `{ name: 'mine', mode: 'read', exec: () => 'first' }` });
  const bad = `{ name: 'mine', mode: 'read', exec: () => 'second', description: 'x'.repeat(70000) }`;
  expect((await failure(extension.ask({ do: 'register', spec: bad }))).code).toBe('SCHEMA_INVALID');
  expect((await host.tools.execute('mine')).value).toBe('first');
});

test('two connections of one owner: the later registration holds, and outlives the earlier connection', async () => {
  await using host = testHost();
  const first = await Extension.open(host, { owner: 'ext' });
  const second = await Extension.open(host, { owner: 'ext' });
  using _first = first.extension;
  using _second = second.extension;
  await first.extension.ask({ do: 'register', spec: `{ name: 'mine', mode: 'read', exec: () => 'first' }` });
  await second.extension.ask({ do: 'register', spec: `{ name: 'mine', mode: 'read', exec: () => 'second' }` });
  first.peer.disconnect();
  expect((await host.tools.execute('mine')).value).toBe('second');
});

test('an extension lists what is registered and learns where names come from', async () => {
  await using host = testHost();
  host.tools.register({ name: 'theirs', mode: 'read', exec: () => 1 }, { owner: 'page' });
  const { extension } = await Extension.open(host, { owner: 'ext' });
  using _extension = extension;
  const row = {
    name: 'theirs',
    mode: 'read',
    description: '',
    displayName: '',
    hasSimulate: false,
    source: 'extension',
  };
  expect(await extension.ask({ do: 'list' })).toEqual([row]);
  expect(await extension.ask({ do: 'resolve', name: 'theirs' })).toBe('extension');
  expect(await extension.ask({ do: 'resolve', name: 'chat_search' })).toBe('builtin');
  expect(await extension.ask({ do: 'resolve', name: 'nobody' })).toBe('unknown');
});

test('a hung extension is cut off by its silence, its calls rejected, its tools gone', async () => {
  await using host = testHost({ limits: { silenceMs: 300 } });
  const { extension, peer } = await Extension.open(host, { owner: 'ext' });
  using _extension = extension;
  for (const spec of [WAIT, SEEN]) await extension.ask({ do: 'register', spec });
  const open = failure(host.tools.execute('wait'));
  void extension.ask({ do: 'hang' });
  expect((await open).code).toBe('WORKER_LOST');
  expect((await peer.closed).code).toBe('WORKER_LOST');
  expect(host.tools.list()).toEqual([]);
});

test('bad arguments of connect are refused before anything happens', async () => {
  await using host = testHost();
  const { port1 } = new MessageChannel();
  for (const [port, options] of [
    [null, { owner: 'x' }],
    [{}, { owner: 'x' }],
    [port1, {}],
    [port1, { owner: '' }],
    [port1, null],
    [port1, { owner: 'x', signal: 5 }],
  ] as const) {
    expect((await failure(host.connect(port as never, options as never))).code).toBe('BAD_ARGS');
  }
});

test('a tool that is taken out and registered anew at once is there', async () => {
  await using host = testHost();
  const { extension } = await Extension.open(host, { owner: 'ext' });
  using _extension = extension;
  const as = (what: string) => `{ name: 'hot', mode: 'read', exec: () => '${what}' }`;
  await extension.ask({ do: 'register', spec: as('old') });
  await Promise.all([
    extension.ask({ do: 'unregister', name: 'hot' }),
    extension.ask({ do: 'register', spec: as('new') }),
  ]);
  expect((await host.tools.execute('hot')).value).toBe('new');
});

test('the memory graph may be an extension, by the page’s word', async () => {
  await using host = testHost();
  const memory = await Extension.open(host, { owner: 'memory-graph' });
  const other = await Extension.open(host, { owner: 'other' });
  using _memory = memory.extension;
  using _other = other.extension;
  const spec = `{ name: 'memory_schema', mode: 'read', exec: () => 1 }`;
  expect((await failure(other.extension.ask({ do: 'register', spec }))).code).toBe('NAME_RESERVED');
  await memory.extension.ask({ do: 'register', spec });
  expect((await host.tools.execute('memory_schema')).value).toBe(1);
});

test('an extension that is refused hears of it', async () => {
  await using host = testHost();
  const extension = new Extension();
  using _extension = extension;
  const { port1, port2 } = new MessageChannel();
  const stop = new AbortController();
  const connecting = host.connect(port1, { owner: 'ext', signal: stop.signal });
  stop.abort('no');
  await expect(connecting).rejects.toBe('no');
  await extension.ask({ do: 'connect', port: port2 }, [port2]);
  expect(await extension.ask({ do: 'closed' })).toEqual({ code: 'INTERNAL' });
  await expect(host.connect(port1, { owner: 'ext' })).rejects.toMatchObject({ code: 'BAD_ARGS' });
});

test('connecting to a host that goes meanwhile is over at once', async () => {
  const host = testHost();
  const { port1 } = new MessageChannel();
  const connecting = failure(host.connect(port1, { owner: 'ext' }));
  await host.dispose();
  expect((await connecting).code).toBe('HOST_DISPOSED');
});
