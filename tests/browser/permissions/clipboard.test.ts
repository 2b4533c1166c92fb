import { expect, test } from 'vitest';
import type { Host } from '../../../src/index.js';
import { failure, inPage, plainHost } from '../setup.js';
import { user, waiting } from './page.js';
import { asking, tool } from './plugins.js';

/** Of a call: the guest's own code, and why. */
async function refusal(call: Promise<unknown>): Promise<{ readonly code: unknown; readonly message: string }> {
  const { details, message } = await failure(call);
  return { code: Object(details).guest?.code, message };
}

const COPY = { id: 'copy', cap: 'clipboard.write', reason: 'to copy the summary' };
const WRITE = 'await ctx.clipboard.write(args.text); return "copied";';

/** A page's clipboard, and a host that has it. */
function page() {
  const copied: string[] = [];
  const clipboard = {
    async writeText(text: string) {
      copied.push(text);
    },
  };
  return { copied, host: plainHost({ services: { clipboard } }) };
}

async function install(host: Host, mode: 'read' | 'write' = 'write', more: readonly object[] = []): Promise<void> {
  await host.plugins.install({ code: asking('copier', [COPY, ...more], tool('copy', mode, WRITE)) });
  await host.plugins.enable('copier', { allow: 'all' });
}

test('each text is asked about with the whole of it, for one use, and is written while the answer is given', async () => {
  const { copied, host } = page();
  await using _ = host;
  await install(host);
  const text = `${'long '.repeat(1_000)}end`;
  const off = host.asks.onChange(() => {});
  const calls = [text, 'second'].map(async (one) => {
    await host.tools.execute('copy', { text: one });
  });
  const asks = await waiting(host, 2);
  expect(copied).toEqual([]);
  for (const [at, one] of [text, 'second'].entries()) {
    const ask = asks.find(({ effects }) => JSON.stringify(effects?.items).includes(JSON.stringify(one)));
    expect(ask).toMatchObject({ kind: 'permission', undoable: false, scopes: [{ kind: 'call' }], permission: COPY });
    expect(ask?.skippable).toBe(false);
    expect(ask?.effects?.items).toEqual([{ kind: 'clipboard', plugin: 'copier', tool: 'copy', text: one }]);
    // No farther scope is taken for a yes.
    host.asks.answer(ask?.id ?? 0, { kind: 'call' });
    // Not a moment later: a browser asks for the click.
    expect(copied).toHaveLength(at + 1);
  }
  await Promise.all(calls);
  expect(copied).toEqual([text, 'second']);
  off();
});

test('two texts of one call are two questions, and a no keeps the text from the clipboard', async () => {
  const { copied, host } = page();
  await using _ = host;
  const body = `
    const told = [];
    for (const text of ['one', 'two', 'three']) {
      try { await ctx.clipboard.write(text); told.push('ok'); } catch ({ code }) { told.push(code); }
    }
    return told;`;
  await host.plugins.install({ code: asking('copier', [COPY], tool('copy', 'write', body)) });
  await host.plugins.enable('copier', { allow: 'all' });
  let answered = 0;
  const { asked } = user(host, () => {
    answered += 1;
    return answered === 2 ? 'no' : 'call';
  });
  expect((await host.tools.execute('copy', {})).value).toEqual(['ok', 'CAPABILITY_DENIED', 'ok']);
  expect(asked).toHaveLength(3);
  expect(copied).toEqual(['one', 'three']);
});

test('no yes can be kept: neither is one offered, nor is one taken', async () => {
  const { copied, host } = page();
  await using _ = host;
  await install(host);
  const { permissions } = await host.plugins.review('copier');
  expect(permissions[0]).toMatchObject({ scopes: [], granted: [], asked: true });
  expect((await failure(host.plugins.enable('copier', { allow: { copy: 'always' } }))).code).toBe('BAD_ARGS');
  const { asked } = user(host, () => 'always' as const);
  // “always” is none of its scopes, and so a no.
  expect((await refusal(host.tools.execute('copy', { text: 'a' }))).code).toBe('CAPABILITY_DENIED');
  expect(asked).toHaveLength(1);
  // Who has not allowed it is not asked; nor is who has taken it back.
  await host.plugins.revoke('copier', 'copy');
  expect((await refusal(host.tools.execute('copy', { text: 'a' }))).code).toBe('CAPABILITY_DENIED');
  await host.plugins.enable('copier', { allow: {} });
  expect((await refusal(host.tools.execute('copy', { text: 'a' }))).code).toBe('CAPABILITY_DENIED');
  expect(asked).toHaveLength(1);
  await host.plugins.enable('copier', { allow: { copy: [] } });
  await refusal(host.tools.execute('copy', { text: 'a' }));
  expect(asked).toHaveLength(2);
  expect(copied).toEqual([]);
});

test('without anybody who answers, for a tool that reads, and for what is no text or too long, nothing is copied', async () => {
  const { copied, host } = page();
  await using _ = host;
  await install(host);
  const nobody = await refusal(host.tools.execute('copy', { text: 'a' }));
  expect(nobody.code).toBe('CAPABILITY_DENIED');
  expect(nobody.message).toContain('nobody said yes');
  const { asked } = user(host, () => 'call');
  for (const text of [7, null, 'x'.repeat(100_001)]) {
    expect(await refusal(host.tools.execute('copy', { text })).then(({ code }) => code)).toBe('BAD_ARGS');
  }
  expect(asked).toEqual([]);
  await host.tools.execute('copy', { text: 'x'.repeat(100_000) });
  await host.plugins.remove('copier');
  await install(host, 'read');
  const reader = await refusal(host.tools.execute('copy', { text: 'a' }));
  expect(reader).toMatchObject({ code: 'CAPABILITY_DENIED' });
  expect(reader.message).toContain('for a tool that only reads');
  expect(copied).toHaveLength(1);
});

test.runIf(inPage)('a page without a clipboard says so before it asks; what the browser refuses is told', async () => {
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard') as PropertyDescriptor;
  await using host = plainHost({});
  await install(host);
  const { asked } = user(host, () => 'call');
  Object.defineProperty(Navigator.prototype, 'clipboard', { ...own, get: () => undefined });
  try {
    const gone = await refusal(host.tools.execute('copy', { text: 'a' }));
    expect(gone).toMatchObject({ code: 'CAPABILITY_DENIED' });
    expect(gone.message).toContain('this page has no clipboard');
    expect(asked).toEqual([]);
  } finally {
    Object.defineProperty(Navigator.prototype, 'clipboard', own);
  }
  const writeText = () => Promise.reject(new Error('not focused'));
  await using strict = plainHost({ services: { clipboard: { writeText } } });
  await install(strict);
  user(strict, () => 'call');
  const refused = await refusal(strict.tools.execute('copy', { text: 'a' }));
  expect(refused).toMatchObject({ code: 'CAPABILITY_DENIED' });
  expect(refused.message).toContain('the browser refused it: not focused');
});

test('a simulation copies nothing and says what it would; its commit asks, and a no leaves all of it undone', async () => {
  const { copied, host } = page();
  await using _ = host;
  const store = { id: 'data', cap: 'store', quotaMiB: 1, reason: 'r' };
  const body = `await ctx.storage.set('last', args.text); ${WRITE}`;
  const read = tool('last', 'read', 'return (await ctx.storage.get("last")) ?? null;');
  await host.plugins.install({ code: asking('copier', [COPY, store], tool('copy', 'write', body) + read) });
  await host.plugins.enable('copier', { allow: 'all' });
  let yes = false;
  const { asked } = user(host, () => (yes ? 'call' : 'no'));
  const { value, effects } = await host.tools.simulate('copy', { text: 'hi' });
  expect(value).toBe('copied');
  expect(effects.unvalidated).toBe(false);
  expect(effects.items).toContainEqual({ kind: 'clipboard', plugin: 'copier', tool: 'copy', text: 'hi' });
  expect([asked.length, copied.length]).toEqual([0, 0]);
  expect((await failure(host.tools.commit(effects))).code).toBe('CAPABILITY_DENIED');
  expect((await host.tools.execute('last', {})).value).toBeNull();
  yes = true;
  expect(await host.tools.commit(effects)).toMatchObject({ applied: true });
  expect((await host.tools.execute('last', {})).value).toBe('hi');
  expect(await host.tools.commit(effects)).toMatchObject({ applied: false });
  expect(copied).toEqual(['hi']);
  expect(asked).toHaveLength(2);
});

test('what is shown before a call copies nothing; a yes to the call is none to the text', async () => {
  const { copied, host } = page();
  await using _ = host;
  const tools = [{ name: 'copy', description: 'test', input: {}, mode: 'write', uses: ['copy'], consent: 'each' }];
  const code = asking('copier', [COPY], tool('copy', 'write', WRITE), { tools });
  await host.plugins.install({ code }, { enable: true, allow: 'all' });
  const { asked } = user(host, ({ kind }) => (kind === 'call' ? 'call' : 'no'));
  const call = await refusal(host.tools.execute('copy', { text: 'hi' }));
  expect(call.code).toBe('CAPABILITY_DENIED');
  expect(asked.map(({ kind }) => kind)).toEqual(['call', 'permission']);
  expect(asked[0]?.effects?.items).toEqual([{ kind: 'clipboard', plugin: 'copier', tool: 'copy', text: 'hi' }]);
  expect(copied).toEqual([]);
});

test('a call that is stopped takes its question with it', async () => {
  const { copied, host } = page();
  await using _ = host;
  await install(host);
  const off = host.asks.onChange(() => {});
  const stop = new AbortController();
  const call = failure(host.tools.execute('copy', { text: 'a' }, { signal: stop.signal }));
  const [ask] = await waiting(host, 1);
  stop.abort();
  await call;
  await expect.poll(() => host.asks.list().length).toBe(0);
  host.asks.answer(ask?.id ?? 0, { kind: 'call' });
  expect(copied).toEqual([]);
  off();
});

test('a rehearsal copies nothing, and tells what was copied', async () => {
  const { copied, host } = page();
  await using _ = host;
  const rehearsal = await host.plugins.rehearse({ code: asking('copier', [COPY], tool('copy', 'write', WRITE)) });
  const call = await rehearsal.call('copy', { text: 'hi' });
  expect(call.error).toBeUndefined();
  expect(call.effects).toEqual([{ kind: 'clipboard', plugin: 'copier', tool: 'copy', text: 'hi' }]);
  expect(call.used).toEqual(['copy']);
  await rehearsal.end();
  expect(copied).toEqual([]);
});
