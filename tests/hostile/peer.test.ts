import { expect, test, vi } from 'vitest';
import { sillyTavernBridge } from '../../src/hosts/sillytavern/base/bridge.js';
import type { BulkheadError, Host, Peer } from '../../src/index.js';
import { failure, testHost } from '../browser/setup.js';
import { FakeToolManager } from '../conformance/orchestrator/tool-manager.js';
import { countLeaks } from '../fixtures/counters.js';
import { Extension } from '../fixtures/extension.js';

/** An extension that speaks the protocol by hand, so that it can break it. */
interface Raw {
  readonly peer: Peer;
  /** What it asks its host on. */
  readonly port: MessagePort;
  /** What its host calls it on. */
  readonly calls: MessagePort;
  /** Answers pings; without it the extension is dumb. */
  answerPings(): void;
  /** Makes one request the way Comlink does. @returns the answer. */
  ask(method: string, input: unknown): Promise<{ ok: boolean; value?: unknown; error?: { code: string } }>;
}

async function raw(host: Host, owner = 'raw', options: object = {}): Promise<Raw> {
  const { port1, port2: port } = new MessageChannel();
  const { port1: calls, port2: theirs } = new MessageChannel();
  port.postMessage({ bulkhead: 'hello', version: 1, port: theirs }, [theirs]);
  const peer = await host.connect(port1, { owner, ...options });
  let ids = 0;
  const answers = new Map<string, (answer: never) => void>();
  port.onmessage = ({ data }) => answers.get(data.id)?.(data.value as never);
  return {
    peer,
    port,
    calls,
    answerPings() {
      calls.addEventListener('message', ({ data }) => {
        if (data.bulkhead === 'ping') calls.postMessage({ bulkhead: 'pong', beat: data.beat });
      });
      calls.start();
    },
    ask(method, input) {
      const id = `id-${++ids}`;
      const { promise, resolve } = Promise.withResolvers<never>();
      answers.set(id, resolve);
      port.postMessage(call(method, input, id));
      return promise;
    },
  };
}

const call = (method: string, input: unknown, id = 'id') => ({
  id,
  type: 'APPLY',
  path: [method],
  argumentList: [
    { type: 'RAW', value: input },
    { type: 'RAW', value: 0 },
  ],
});

const TOOL = {
  name: 'tool',
  displayName: '',
  description: '',
  parameters: { type: 'object' },
  mode: 'read',
  hasSimulate: false,
};
const declaration = (more: object = {}) => ({ declaration: JSON.stringify({ ...TOOL, ...more }) });
const NO_USAGE = {};

/** Answers every call of its tool by `answer`. */
function serveTool(extension: Raw, answer: (id: string, input: { call: number }) => void): void {
  extension.answerPings();
  extension.calls.addEventListener('message', ({ data }) => {
    if (data.path?.[0] === 'call') answer(data.id, data.argumentList[0].value);
  });
}

const args = (...values: unknown[]) => values.map((value) => ({ type: 'RAW', value }));
const ATTACKS: { readonly [what: string]: unknown } = {
  'walks to Function by a path': {
    id: '1',
    type: 'APPLY',
    path: ['constructor', 'constructor'],
    argumentList: args('window.broken = 1', 0),
  },
  'walks from a method': {
    id: '1',
    type: 'APPLY',
    path: ['list', 'constructor'],
    argumentList: args('window.broken = 1', 0),
  },
  constructs: { id: '1', type: 'CONSTRUCT', path: ['list'], argumentList: args({}, 0) },
  reads: { id: '1', type: 'GET', path: [] },
  writes: { id: '1', type: 'SET', path: ['list'], value: { type: 'RAW', value: 1 } },
  'asks for an endpoint': { id: '1', type: 'ENDPOINT', path: [] },
  'calls what no object has of its own': {
    id: '1',
    type: 'APPLY',
    path: ['hasOwnProperty'],
    argumentList: args({}, 0),
  },
  'calls __proto__': { id: '1', type: 'APPLY', path: ['__proto__'], argumentList: args({}, 0) },
  'passes a live object': {
    id: '1',
    type: 'APPLY',
    path: ['list'],
    argumentList: [
      { type: 'HANDLER', name: 'throw', value: {} },
      { type: 'RAW', value: 0 },
    ],
  },
  'passes too little': { id: '1', type: 'APPLY', path: ['list'], argumentList: [] },
  'is no object': 'hello',
  'is nothing': null,
};

for (const [what, attack] of Object.entries(ATTACKS)) {
  test(`an extension whose message ${what} is cut off, and nothing of it runs`, async () => {
    await using host = testHost();
    const extension = await raw(host);
    expect((await extension.ask('register', declaration())).ok).toBe(true);
    extension.port.postMessage(attack);
    expect((await extension.peer.closed).code).toBe('PROTOCOL_VIOLATION');
    expect(host.tools.list()).toEqual([]);
    expect('broken' in window).toBe(false);
  });
}

test('a flood is cut off, from a port that keeps to no library', async () => {
  await using host = testHost();
  const extension = await raw(host);
  extension.answerPings();
  for (let i = 0; i < 20_000; i++) extension.port.postMessage(call('list', {}, `flood-${i}`));
  expect((await extension.peer.closed).code).toBe('WORKER_FLOODED');
  const events = await raw(host);
  for (let i = 0; i < 20_000; i++) events.calls.postMessage({ bulkhead: 'event', event: { call: 1 } });
  expect((await events.peer.closed).code).toBe('WORKER_FLOODED');
});

test('a silent port is given up, and so is one that answers no ping', async () => {
  await using host = testHost({ limits: { silenceMs: 200 } });
  const { port1 } = new MessageChannel();
  const stop = new AbortController();
  const waiting = host.connect(port1, { owner: 'silent', signal: stop.signal });
  stop.abort('no patience');
  await expect(waiting).rejects.toBe('no patience');
  const dumb = await raw(host);
  expect((await dumb.ask('register', declaration())).ok).toBe(true);
  const open = failure(host.tools.execute('tool'));
  expect((await dumb.peer.closed).code).toBe('WORKER_LOST');
  expect((await open).code).toBe('WORKER_LOST');
  expect(host.tools.list()).toEqual([]);
  expect(host.status()).toMatchObject({ peers: 0, calls: 0 });
});

test('a name of ten million characters is refused before anybody keeps it or tells of it', async () => {
  await using host = testHost({ bridge: sillyTavernBridge(() => new FakeToolManager()) });
  const extension = await raw(host, 'raw', { bridge: true });
  const name = 'n'.repeat(10_000_000);
  for (const method of ['unregister', 'source', 'bridge', 'execute']) {
    const { error } = await extension.ask(method, { name, args: '{}', mode: 'write' });
    expect([method, error?.code, JSON.stringify(error).length < 1_000]).toEqual([method, 'BAD_ARGS', true]);
  }
});

test('a first message that is no hello is refused', async () => {
  await using host = testHost();
  const { port1, port2 } = new MessageChannel();
  port2.postMessage({ bulkhead: 'hello', version: 1, port: 'none' });
  expect((await failure(host.connect(port1, { owner: 'x' }))).code).toBe('PROTOCOL_VIOLATION');
});

test('an extension that never answers a call costs its callers their deadline, then its place', async () => {
  await using host = testHost({ limits: { strikes: 3 } });
  const extension = await raw(host);
  extension.answerPings();
  await extension.ask('register', declaration());
  for (let i = 0; i < 3; i++) {
    expect((await failure(host.tools.execute('tool', {}, { timeoutMs: 30 }))).code).toBe('TOOL_TIMEOUT');
  }
  expect((await extension.peer.closed).code).toBe('PLUGIN_STRUCK');
  expect((await failure(host.tools.execute('tool'))).code).toBe('TOOL_NOT_FOUND');
});

test('ten thousand tools are sixty-four, and the end of it', async () => {
  await using host = testHost();
  const { extension, peer } = await Extension.open(host, { owner: 'greedy' });
  using _extension = extension;
  let most = 0;
  host.tools.onChange(() => {
    most = Math.max(most, host.tools.list().length);
  });
  for (let i = 0; i < 10_000; i++) {
    extension.ask({ do: 'register', spec: `{ name: 'tool_${i}', mode: 'read', exec: () => 1 }` }).catch(() => {});
  }
  expect((await peer.closed).code).toBe('PLUGIN_STRUCK');
  expect(most).toBe(64);
  expect(host.tools.list()).toEqual([]);
});

test('declarations are judged again by the host, whatever the extension’s own side let through', async () => {
  await using host = testHost();
  host.tools.register({ name: 'theirs', mode: 'read', exec: () => 1 }, { owner: 'page' });
  const extension = await raw(host);
  extension.answerPings();
  const refused: [string, unknown][] = [
    ['NAME_INVALID', declaration({ name: '__proto__' })],
    ['NAME_INVALID', declaration({ name: 'a<b>' })],
    ['NAME_INVALID', declaration({ name: 5 })],
    ['NAME_RESERVED', declaration({ name: 'finalize' })],
    ['NAME_RESERVED', declaration({ name: 'st_x' })],
    ['NAME_TAKEN', declaration({ name: 'theirs' })],
    ['SCHEMA_INVALID', declaration({ description: 'x'.repeat(70_000) })],
  ];
  for (const [code, input] of refused) expect((await extension.ask('register', input)).error?.code).toBe(code);
  for (const input of [null, 5, {}, { declaration: 'no JSON' }, { declaration: 5 }]) {
    expect((await extension.ask('register', input)).ok).toBe(false);
  }
  expect((await extension.ask('unregister', { name: 'theirs' })).error?.code).toBe('NAME_TAKEN');
  expect(host.tools.list().map(({ name }) => name)).toEqual(['theirs']);
  expect(extension.peer.connected).toBe(true);
});

test('what is not granted is denied: executing others’ tools, the bridge', async () => {
  await using host = testHost();
  let ran = 0;
  host.tools.register({ name: 'theirs', mode: 'write', exec: () => ++ran }, { owner: 'page' });
  const extension = await raw(host);
  extension.answerPings();
  expect((await extension.ask('execute', { name: 'theirs', args: '{}' })).error?.code).toBe('CAPABILITY_DENIED');
  expect((await extension.ask('bridgeable', {})).error?.code).toBe('CAPABILITY_DENIED');
  expect((await extension.ask('bridge', { name: 'x', mode: 'write' })).error?.code).toBe('CAPABILITY_DENIED');
  expect(ran).toBe(0);
});

const FORGED: { readonly [what: string]: unknown } = {
  nothing: undefined,
  'no outcome': {},
  'an error of our own kind': { error: { code: 'HOST_DISPOSED', message: 'x' }, usage: NO_USAGE, log: [] },
  'a code nobody knows': { error: { code: 'EVIL', message: 'x' }, usage: NO_USAGE, log: [] },
};
for (const [what, value] of Object.entries(FORGED)) {
  test(`an answer that is ${what} cuts the extension off`, async () => {
    await using host = testHost();
    const extension = await raw(host);
    serveTool(extension, (id) => extension.calls.postMessage({ id, type: 'RAW', value: { ok: true, value } }));
    await extension.ask('register', declaration());
    expect((await failure(host.tools.execute('tool'))).code).toBe('PROTOCOL_VIOLATION');
    expect((await extension.peer.closed).code).toBe('PROTOCOL_VIOLATION');
  });
}

test('what an extension says is bounded: results, log lines, entry keys', async () => {
  await using host = testHost({ limits: { resultBytes: 1_000, logLines: 10 } });
  const extension = await raw(host);
  let text = `"${'x'.repeat(2_000)}"`;
  const log = Array.from({ length: 5_000 }, () => ({ level: 'info', text: 'x'.repeat(10_000) }));
  serveTool(extension, (id, { call: number }) => {
    extension.calls.postMessage({ bulkhead: 'event', event: { call: number, log } });
    extension.calls.postMessage({
      id,
      type: 'RAW',
      value: { ok: true, value: { text, usage: {}, log, activated: log } },
    });
  });
  await extension.ask('register', declaration());
  const lines: string[] = [];
  const onLog = ({ text: line }: { text: string }) => lines.push(line);
  expect((await failure(host.tools.execute('tool', {}, { onLog }))).code).toBe('TOOL_RESULT_TOO_LARGE');
  expect(lines.length).toBe(10);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(4_000);
  text = '{"__proto__":{"polluted":true}}';
  expect((await failure(host.tools.execute('tool'))).code).toBe('TOOL_RESULT_UNSERIALIZABLE');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('after its end nothing an extension sends has an effect', async () => {
  await using host = testHost();
  const extension = await raw(host);
  const changed = vi.fn();
  extension.peer.disconnect();
  host.tools.onChange(changed);
  extension.port.postMessage(call('register', declaration()));
  extension.calls.postMessage({ bulkhead: 'event', event: {} });
  // One round trip over ports of the same page: whatever was to arrive has arrived.
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port2.onmessage = resolve;
    port1.postMessage(0);
  });
  expect(host.tools.list()).toEqual([]);
  expect(changed).not.toHaveBeenCalled();
  expect(extension.peer.connected).toBe(false);
});

test('a page that is disposed tells its extensions', async () => {
  const host = testHost();
  const { extension } = await Extension.open(host, { owner: 'left' });
  using _extension = extension;
  const closed = extension.ask({ do: 'closed' }) as Promise<Pick<BulkheadError, 'code'>>;
  await host.dispose();
  expect((await closed).code).toBe('HOST_DISPOSED');
});

test('an answer that is an error is judged like any: no code of ours, nothing unbounded', async () => {
  await using host = testHost();
  const extension = await raw(host);
  const error = { code: 'HOST_DISPOSED', message: 'x', details: { usage: { evil: [1] }, junk: 'x'.repeat(1_000_000) } };
  serveTool(extension, (id) => extension.calls.postMessage({ id, type: 'RAW', value: { ok: false, error } }));
  await extension.ask('register', declaration());
  const seen = await failure(host.tools.execute('tool'));
  expect(seen.code).toBe('PROTOCOL_VIOLATION');
  expect(JSON.stringify(seen.details).length).toBeLessThan(1_000);
  expect((await extension.peer.closed).code).toBe('PROTOCOL_VIOLATION');
});

test('what it asked for ends with it, whatever number it gave its signals', async () => {
  await using host = testHost();
  const signals: AbortSignal[] = [];
  const exec = (_args: object, _ctx: object, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise(() => {});
  };
  host.tools.register({ name: 'theirs', mode: 'write', exec }, { owner: 'page' });
  const extension = await raw(host, 'raw', { mayExecute: () => true });
  extension.answerPings();
  for (const signal of [0, 7, 7]) {
    const message = call('execute', { name: 'theirs', args: '{}' }, `s-${signals.length}-${signal}`);
    (message.argumentList[1] as { value: number }).value = signal;
    extension.port.postMessage(message);
  }
  await expect.poll(() => signals.length).toBe(3);
  extension.peer.disconnect();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
});

test('a reason that grows as it is read is no reason', async () => {
  await using host = testHost();
  const reasons: unknown[] = [];
  const exec = (_args: object, _ctx: object, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reasons.push((signal.reason as Error).message);
        reject(signal.reason);
      });
    });
  host.tools.register({ name: 'theirs', mode: 'read', exec }, { owner: 'page' });
  const extension = await raw(host, 'raw', { mayExecute: () => true });
  extension.answerPings();
  const message = call('execute', { name: 'theirs', args: '{}' });
  (message.argumentList[1] as { value: number }).value = 1;
  extension.port.postMessage(message);
  await expect.poll(() => host.status().calls).toBe(1);
  let reason: unknown = 'x';
  for (let i = 0; i < 60; i++) reason = [reason, reason];
  extension.port.postMessage({ bulkhead: 'abort', signal: 1, reason });
  await expect.poll(() => reasons).toEqual(['aborted']);
});

test('lists asked for in haste come one after another, and not without end', async () => {
  await using host = testHost();
  const extension = await raw(host);
  extension.answerPings();
  const description = 'x'.repeat(60_000);
  let accepted = 0;
  for (let i = 0; i < 40; i++)
    accepted += Number((await extension.ask('register', declaration({ name: `tool_${i}`, description }))).ok);
  expect(accepted).toBeLessThanOrEqual(17);
  const answers = await Promise.all(Array.from({ length: 60 }, () => extension.ask('list', {})));
  const refused = answers.filter(({ error }) => error?.code === 'TOO_MANY_CALLS').length;
  expect(refused).toBeGreaterThan(20);
  expect(extension.peer.connected).toBe(true);
});

test('it cannot change what the user has bridged, and bridges only as what writes', async () => {
  const manager = new FakeToolManager();
  manager.names = ['Roll', 'Flip'];
  await using host = testHost({ bridge: sillyTavernBridge(() => manager) });
  host.orchestrator.bridgeSillyTavernTool('Roll', { mode: 'write' });
  const extension = await raw(host, 'raw', { bridge: true });
  extension.answerPings();
  expect((await extension.ask('bridge', { name: 'Roll', mode: 'read' })).error?.code).toBe('NAME_TAKEN');
  expect((await extension.ask('bridge', { name: 'Flip', mode: 'read' })).ok).toBe(true);
  expect(host.tools.list().map(({ name, mode }) => [name, mode])).toEqual([
    ['st_Roll', 'write'],
    ['st_Flip', 'write'],
  ]);
});

test('a schema deeper than any is refused', async () => {
  await using host = testHost();
  const extension = await raw(host);
  extension.answerPings();
  const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const text = JSON.stringify({ ...TOOL, parameters: 'HERE' }).replace('"HERE"', deep);
  expect((await extension.ask('register', { declaration: text })).error?.code).toBe('SCHEMA_INVALID');
});

test('calls that are given up leave nothing behind, though their answers never come', async () => {
  using leaks = countLeaks();
  await using host = testHost();
  const extension = await raw(host);
  serveTool(extension, () => {});
  await extension.ask('register', declaration());
  for (let i = 0; i < 20; i++) {
    const stop = new AbortController();
    const pending = host.tools.execute('tool', {}, { signal: stop.signal }).catch(() => {});
    await expect.poll(() => host.status().calls).toBe(1);
    stop.abort('enough');
    await pending;
  }
  await expect.poll(() => leaks.listeners).toBe(0);
  expect(extension.peer.connected).toBe(true);
});
