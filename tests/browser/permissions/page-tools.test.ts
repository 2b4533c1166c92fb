import { expect, test } from 'vitest';
import { type Ask, BulkheadError, type Scope } from '../../../src/index.js';
import { failure, plainHost } from '../setup.js';

type Host = ReturnType<typeof plainHost>;

/** A tool that is asked about, what it was called with, and what its user has said for longer. */
function askedTool(host: Host, more: { mode?: 'read' | 'write'; destructive?: boolean } = {}) {
  const calls: unknown[] = [];
  const scopes: Scope[] = [];
  const exec = (args: object) => calls.push(args);
  const ask = { sendsTo: ['far.test'], allowed: () => scopes, allow: (scope: Scope) => scopes.push(scope), ...more };
  host.tools.register({ name: 'far_send', mode: more.mode ?? 'write', exec }, { owner: 'far', ask });
  return { calls, scopes };
}

/** Answers every question by `answer`, and keeps what was asked. */
function answering(host: Host, answer: (ask: Ask) => Scope | null): Ask[] {
  const seen: Ask[] = [];
  host.asks.onChange(() => {
    for (const ask of host.asks.list()) {
      if (seen.some(({ id }) => id === ask.id)) continue;
      seen.push(ask);
      queueMicrotask(() => host.asks.answer(ask.id, answer(ask)));
    }
  });
  return seen;
}

test('a page’s tool that is asked about shows its arguments and hosts, and runs after a yes', async () => {
  await using host = plainHost();
  const { calls, scopes } = askedTool(host);
  const seen = answering(host, () => ({ kind: 'call' }));
  await host.tools.execute('far_send', { text: 'hello' });
  await host.tools.execute('far_send', { text: 'again' });
  expect(calls).toEqual([{ text: 'hello' }, { text: 'again' }]);
  expect(scopes).toEqual([]);
  expect(seen.map(({ args, sendsTo, plugin }) => ({ args, sendsTo, plugin }))).toEqual([
    { args: { text: 'hello' }, sendsTo: ['far.test'], plugin: { id: 'far' } },
    { args: { text: 'again' }, sendsTo: ['far.test'], plugin: { id: 'far' } },
  ]);
});

test('a yes for always is kept by the owner, and answers what waits beside it', async () => {
  await using host = plainHost();
  const { calls, scopes } = askedTool(host);
  const asked = new Promise<void>((resolve) => {
    host.asks.onChange(() => host.asks.list().length === 2 && resolve());
  });
  const both = Promise.all([host.tools.execute('far_send', { n: 1 }), host.tools.execute('far_send', { n: 2 })]);
  await asked;
  host.asks.answer(host.asks.list()[0]?.id ?? 0, { kind: 'always' });
  await both;
  await host.tools.execute('far_send', { n: 3 });
  expect(calls).toHaveLength(3);
  expect(scopes).toEqual([{ kind: 'always' }]);
  expect(host.asks.list()).toEqual([]);
});

test('a yes for always answers nothing for what has taken the tool’s place meanwhile, e.g. because its server says something else', async () => {
  await using host = plainHost();
  const first = askedTool(host);
  const asked = (count: number) =>
    new Promise<void>((resolve) => {
      const off = host.asks.onChange(() => {
        if (host.asks.list().length !== count) return;
        off();
        resolve();
      });
    });
  const one = asked(1);
  const before = host.tools.execute('far_send', { n: 1 });
  await one;
  const second = askedTool(host);
  const two = asked(2);
  const after = failure(host.tools.execute('far_send', { n: 2 }));
  await two;
  host.asks.answer(host.asks.list()[0]?.id ?? 0, { kind: 'always' });
  await before;
  expect(host.asks.list().map(({ args }) => args)).toEqual([{ n: 2 }]);
  host.asks.answer(host.asks.list()[0]?.id ?? 0, null);
  expect((await after).code).toBe('CONSENT_DENIED');
  expect([first.calls, second.calls]).toEqual([[{ n: 1 }], []]);
});

test('a no, and a page that shows no questions, are CONSENT_DENIED, and nothing runs', async () => {
  await using host = plainHost();
  const { calls } = askedTool(host);
  expect((await failure(host.tools.execute('far_send', {}))).code).toBe('CONSENT_DENIED');
  answering(host, () => null);
  expect((await failure(host.tools.execute('far_send', {}))).code).toBe('CONSENT_DENIED');
  expect(calls).toEqual([]);
});

test('a tool that reads is not asked about, and a simulation asks nobody', async () => {
  await using host = plainHost();
  const seen = answering(host, () => null);
  const { calls } = askedTool(host, { mode: 'read' });
  await host.tools.execute('far_send', {});
  expect(calls).toHaveLength(1);
  askedTool(host);
  expect((await host.tools.simulate('far_send', {})).ran).toBe('none');
  expect(seen).toEqual([]);
});

test('what cannot be undone is never skipped, and a yes to it goes no further than the chat', async () => {
  await using host = plainHost({ services: { chat: chatNamed('one') } });
  const { calls } = askedTool(host, { destructive: true });
  const seen = answering(host, () => ({ kind: 'call' }));
  host.asks.skipFor(60_000, 'far');
  await host.tools.execute('far_send', {});
  expect(seen.map(({ scopes, destructive }) => ({ scopes, destructive }))).toEqual([
    { scopes: [{ kind: 'call' }, { kind: 'chat', id: 'one' }], destructive: true },
  ]);
  expect(calls).toHaveLength(1);
});

test('the time a user takes is not the tool’s, and a stop ends the question', async () => {
  await using host = plainHost({ limits: { timeoutMs: 300 } });
  const { calls } = askedTool(host);
  const late = new Promise<void>((resolve) => {
    const off = host.asks.onChange(() => {
      off();
      host.asks.onChange(() => {});
      setTimeout(() => {
        host.asks.answer(host.asks.list()[0]?.id ?? 0, { kind: 'call' });
        resolve();
      }, 500);
    });
  });
  await Promise.all([host.tools.execute('far_send', {}), late]);
  expect(calls).toHaveLength(1);
  const stop = new AbortController();
  const reason = new Error('enough');
  host.asks.onChange(() => stop.abort(reason));
  await expect(host.tools.execute('far_send', {}, { signal: stop.signal })).rejects.toBe(reason);
  expect(host.asks.list()).toEqual([]);
  expect(calls).toHaveLength(1);
});

test('a server that did not answer is told as that, and any other error is the tool’s own', async () => {
  await using host = plainHost();
  const tool = (name: string, error: Error) =>
    host.tools.register(
      {
        name,
        mode: 'read',
        exec: () => {
          throw error;
        },
      },
      { owner: 'far' },
    );
  tool('away', new BulkheadError('NET_FAILED', 'far.test is away', { hint: 'reconnect' }));
  tool('broken', new BulkheadError('STORE_FAILED', 'a store'));
  const away = await failure(host.tools.execute('away'));
  expect([away.code, away.message, away.details.hint]).toEqual(['NET_FAILED', 'far.test is away', 'reconnect']);
  expect((await failure(host.tools.execute('broken'))).code).toBe('TOOL_ERROR');
});

const chatNamed = (chat: string) => ({
  ...{ current: () => ({ chat }), length: () => 0 },
  ...{ read: async () => [], apply: async () => {} },
});
