import { expect, test } from 'vitest';
import { assetsAt, type TraceEvent } from '../../../src/index.js';
import { dispatch, eachKind, specText } from '../../conformance/orchestrator/dispatching.js';
import { openKinds } from '../../conformance/orchestrator/kinds.js';
import { plugin, testHost } from '../setup.js';
import { answer, content, gate, spec } from './setup.js';

const MODES = ['loop', 'spec', 'agenda', 'director'] as const;

/** What tools of the three kinds, made of one text, answer. */
async function answers(
  exec: string,
  more: { mode?: string; simulate?: string; review?: boolean; args?: unknown } = {},
) {
  await using host = testHost();
  const { kinds, extension } = await openKinds(host);
  using _extension = extension;
  const { mode = 'read', simulate, review, args } = more;
  const text = specText({ mode, exec, ...(simulate !== undefined && { simulate }) });
  const seen = await eachKind(kinds, text, () =>
    review
      ? host.orchestrator.withReview((one) => dispatch(host, 'probe', { review: one }, args))
      : dispatch(host, 'probe', {}, args),
  );
  // Each engine has its own words for what is no JSON.
  const same = seen.map(({ facts }) =>
    JSON.stringify(facts).replace(/"error":"[^"]*","code":"TOOL_RESULT/, '"code":"TOOL_RESULT'),
  );
  expect(new Set(same).size, JSON.stringify(seen)).toBe(1);
  return seen[0]?.facts as { content: unknown; runs: string };
}

test('E01 E02 E03 a throw becomes a well-formed failure, whatever was thrown', async () => {
  const failure = (error: string, code = 'TOOL_ERROR', hint = '') => ({ ok: false, error, code, hint });
  expect((await answers("throw new Error('boom')")).content).toEqual(failure('boom'));
  const coded = "throw Object.assign(new Error('m'), { code: 7, hint: 'open it' })";
  expect((await answers(coded)).content).toEqual(failure('m', '7', 'open it'));
  expect((await answers("throw 'x'")).content).toEqual(failure('x'));
  expect((await answers('throw null')).content).toEqual(failure('Tool error.'));
});

test('E01 the run goes on after a failure, in every mode', async () => {
  await using host = testHost();
  host.tools.register(spec('boom', { exec: () => Promise.reject(new Error('boom')) }), { owner: 'me' });
  host.tools.register(spec('fine'), { owner: 'me' });
  for (const mode of MODES) {
    await using run = await host.orchestrator.openRun({ mode });
    expect(content(await host.orchestrator.dispatch({ name: 'boom' }, run)).code).toBe('TOOL_ERROR');
    expect(content(await host.orchestrator.dispatch({ name: 'fine' }, run))).toEqual({ ok: true, data: 'fine' });
  }
});

test('E04 E05 E06 what a tool returns is put into one form', async () => {
  expect((await answers('return undefined')).content).toEqual({ ok: true });
  expect((await answers("return { ok: false, error: 'nope' }")).content).toEqual({ ok: false, error: 'nope' });
  expect((await answers('return { a: 1 }')).content).toEqual({ ok: true, data: { a: 1 } });
  expect((await answers("return [1, 'x']")).content).toEqual({ ok: true, data: [1, 'x'] });
  const cycle = (await answers('const a = {}; a.a = a; return a')).content as { code: string; ok: boolean };
  expect(cycle).toMatchObject({ ok: false, code: 'TOOL_RESULT_UNSERIALIZABLE', hint: '' });
});

test('E07 dots are underscores; an unknown tool is told with what there is', async () => {
  await using host = testHost();
  host.tools.register(spec('a_b'), { owner: 'me' });
  expect(await answer(host, 'a.b')).toEqual({ ok: true, data: 'a_b' });
  const unknown = await answer(host, 'nowhere');
  expect(unknown).toMatchObject({ ok: false, code: 'NOT_IMPLEMENTED' });
  expect(unknown.hint).toContain('a_b');
});

test('E08 arguments that are no object are an empty one', async () => {
  for (const args of ['', '{oops', '[1]', '3', 'null', [1], 3, undefined]) {
    expect((await answers('return args', { args })).content).toEqual({ ok: true, data: {} });
  }
});

test('E09 the run’s own abort escapes with its reason, and writes no message', async () => {
  await using host = testHost();
  const { kinds, extension } = await openKinds(host);
  using _extension = extension;
  const wait =
    "await new Promise((_, reject) => call.signal.addEventListener('abort', () => reject(call.signal.reason)))";
  await eachKind(kinds, specText({ exec: wait }), async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const trace: TraceEvent[] = [];
    await using run = await host.orchestrator.openRun({ signal: stop.signal, onTrace: (event) => trace.push(event) });
    const call = host.orchestrator.dispatch({ name: 'probe' }, run, { onLog: () => stop.abort(reason) });
    await expect(call).rejects.toBe(reason);
    await expect(host.orchestrator.dispatch({ name: 'probe' }, run)).rejects.toBe(reason);
    expect(trace.map(({ type }) => type)).toEqual(['tool_call']);
    return {};
  });
});

test('E10 an error that speaks of an abort is an ordinary one', async () => {
  const exec = "const made = new Error('abort the mission'); made.name = 'AbortError'; throw made";
  expect((await answers(exec)).content).toEqual({
    ok: false,
    error: 'abort the mission',
    code: 'TOOL_ERROR',
    hint: '',
  });
});

test('S01 S02 S03 S04 what runs in a review', async () => {
  const write = { mode: 'write', review: true };
  expect(await answers("return 'E'", { ...write, simulate: "return 'S'" })).toMatchObject({
    runs: 'simulate',
    content: { ok: true, data: 'S' },
  });
  expect(await answers("return 'E'", write)).toMatchObject({
    runs: 'none',
    content: { ok: true, simulated: true, unvalidated: true },
  });
  expect(await answers("return 'E'", { mode: 'read', review: true, simulate: "return 'S'" })).toMatchObject({
    runs: 'exec',
    content: { ok: true, data: 'E' },
  });
  const simulate = "throw Object.assign(new Error('bad id'), { code: 'NODE_NOT_FOUND', hint: 'list first' })";
  const failed = { ok: false, simulated: true, error: 'bad id', code: 'NODE_NOT_FOUND', hint: 'list first' };
  expect((await answers("return 'E'", { ...write, simulate })).content).toEqual(failed);
});

test('S05 one review at a time; an end is harmless twice', async () => {
  await using host = testHost();
  const { orchestrator } = host;
  const review = orchestrator.beginReview('r1');
  expect(() => orchestrator.beginReview('r2')).toThrow(/r1/);
  review.end();
  review.end();
  const next = orchestrator.beginReview();
  expect(next.id).toMatch(/^orch-sim-\d+$/);
  review.end();
  expect(orchestrator.activeReview()).toBe(next.id);
});

test('S06 a live run beside a review executes for real', async () => {
  await using host = testHost();
  const ran: string[] = [];
  host.tools.register(
    spec('s06', { mode: 'write', exec: () => ran.push('exec'), simulate: () => ran.push('simulate') }),
    { owner: 'me' },
  );
  await host.orchestrator.withReview(async (review) => {
    await Promise.all([answer(host, 's06', { review }), answer(host, 's06')]);
  });
  expect(ran.sort()).toEqual(['exec', 'simulate']);
});

test('S07 a review that ends by a throw leaves nothing behind', async () => {
  await using host = testHost();
  host.tools.register(spec('s07', { mode: 'write', exec: () => 'for real' }), { owner: 'me' });
  await expect(
    host.orchestrator.withReview(() => {
      throw new Error('the model is gone');
    }),
  ).rejects.toThrow('the model is gone');
  expect(host.orchestrator.activeReview()).toBeUndefined();
  expect(await answer(host, 's07')).toEqual({ ok: true, data: 'for real' });
});

test('a content of more than 64 KiB is cut on a character boundary, flagged, and still JSON', async () => {
  await using host = testHost();
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const large: [string, () => unknown][] = [
    ['text', () => '😀'.repeat(30_000)],
    ['quotes', () => '"\\\n\u0001'.repeat(30_000)],
    ['object', () => ({ list: Array.from({ length: 20_000 }, (_, i) => i) })],
    ['own ok', () => ({ ok: true, more: 'é'.repeat(70_000) })],
  ];
  for (const [name, exec] of large) {
    host.tools.register(spec('large', { exec }), { owner: 'me' });
    await using run = await host.orchestrator.openRun();
    const result = await host.orchestrator.dispatch({ name: 'large' }, run);
    const { ok, data, flag } = content(result);
    expect({ ok, flag, truncated: result.truncated }, name).toEqual({
      ok: true,
      flag: 'TOOL_RESULT_TRUNCATED',
      truncated: true,
    });
    expect(bytes(result.message.content)).toBeLessThanOrEqual(65_536);
    expect(bytes(result.message.content)).toBeGreaterThan(65_500);
    const whole = name === 'text' || name === 'quotes' ? exec() : JSON.stringify(exec());
    expect((whole as string).startsWith(data as string), name).toBe(true);
    expect(data).toSatisfy((text: string) => text.isWellFormed());
  }
  const failing = () => {
    throw Object.assign(new Error('错'.repeat(50_000)), { code: 'BIG', hint: 'less' });
  };
  host.tools.register(spec('large', { exec: failing }), { owner: 'me' });
  expect(await answer(host, 'large')).toMatchObject({ ok: false, code: 'BIG', hint: 'less' });
  host.tools.register(
    spec('large', { exec: () => ({ ok: false, error: 'x'.repeat(70_000), code: 'C', hint: 'H', junk: 1 }) }),
    { owner: 'me' },
  );
  expect(await answer(host, 'large')).toMatchObject({ ok: false, code: 'C', hint: 'H', flag: 'TOOL_RESULT_TRUNCATED' });
});

test('a message has the call’s id, or one minted in the way of the mode', async () => {
  await using host = testHost();
  host.tools.register(spec('id'), { owner: 'me' });
  const prefixes = { loop: 'loop_tc_', spec: 'call_', agenda: 'call_', director: 'director_tc_' };
  for (const mode of MODES) {
    await using run = await host.orchestrator.openRun({ mode });
    const given = await host.orchestrator.dispatch({ id: 'abc', name: 'id' }, run, { round: 3 });
    expect(given.message).toMatchObject({ role: 'tool', tool_call_id: 'abc', _round: 3 });
    const minted = await host.orchestrator.dispatch({ name: 'id', arguments: '{"b":1,"a":2}' }, run);
    expect(minted.message.tool_call_id.startsWith(prefixes[mode])).toBe(true);
    expect(minted.call).toEqual({
      id: minted.message.tool_call_id,
      type: 'function',
      function: { name: 'id', arguments: '{"a":2,"b":1}' },
    });
    const sub = await host.orchestrator.dispatch({ name: 'id' }, run, { subagent: true });
    expect(sub.message.tool_call_id).toMatch(/^subagent_tc_/);
  }
});

test('arguments that miss the schema never reach the tool, of whatever kind', async () => {
  await using host = testHost();
  const { kinds, extension } = await openKinds(host);
  using _extension = extension;
  const text = `{ name: 'strict', mode: 'read', exec: () => 'called', parameters: { type: 'object',
    properties: { n: { type: 'integer' } }, required: ['n'] } }`;
  const seen = await eachKind(kinds, text, async () => ({
    good: await answer(host, { name: 'strict', arguments: { n: 1 } }),
    bad: await answer(host, { name: 'strict', arguments: { n: 'one' } }),
  }));
  for (const { variant, facts } of seen) {
    expect(facts.good, variant).toEqual({ ok: true, data: 'called' });
    expect(facts.bad, variant).toMatchObject({ ok: false, code: 'TOOL_ARGUMENTS_INVALID' });
    expect((facts.bad as { error: string }).error).toContain('/n');
  }
});

test('a guest that never ends is a timeout for the model, and the next call works', async () => {
  await using host = testHost({ limits: { cpuMs: 300 } });
  await host.plugins.install({ code: plugin('if (args.loop) for (;;) {} return "well"') });
  expect(await answer(host, { name: 'main', arguments: { loop: true } })).toMatchObject({
    ok: false,
    code: 'TOOL_TIMEOUT',
  });
  expect(await answer(host, 'main')).toEqual({ ok: true, data: 'well' });
});

test('a page tool that never ends is a timeout, its signal aborts, and stopAll ends what is open', async () => {
  await using host = testHost();
  const signals: AbortSignal[] = [];
  const started = gate();
  const exec = (_args: unknown, _ctx: unknown, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    started.open();
    return new Promise(() => {});
  };
  host.tools.register(spec('forever', { exec }), { owner: 'me' });
  await expect(host.tools.execute('forever', {}, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'TOOL_TIMEOUT' });
  const call = host.tools.execute('forever').catch((error) => error);
  await started.promise;
  await expect.poll(() => signals.length).toBe(2);
  await host.stopAll();
  expect(await call).toMatchObject({ code: 'STOPPED' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(host.status().calls).toBe(0);
});

test('a batch answers each call in order, and one signal stops them all', async () => {
  await using host = testHost();
  host.tools.register(spec('echo', { exec: (args) => args }), { owner: 'me' });
  host.tools.register(
    spec('wait', {
      exec: (_a, _c, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)),
    }),
    { owner: 'me' },
  );
  const results = await host.tools.executeBatch([
    { name: 'echo', args: { n: 1 } },
    { name: 'none' },
    { name: 'echo', args: { n: 2 } },
  ]);
  expect(results.map((one) => (one.ok ? one.result.value : (one.error as { code: string }).code))).toEqual([
    { n: 1 },
    'TOOL_NOT_FOUND',
    { n: 2 },
  ]);
  const stop = new AbortController();
  const own = new AbortController();
  const batch = host.tools.executeBatch([{ name: 'wait' }, { name: 'wait', options: { signal: own.signal } }], {
    signal: stop.signal,
  });
  own.abort('one');
  stop.abort('all');
  expect(await batch).toEqual([
    { ok: false, error: 'all' },
    { ok: false, error: 'one' },
  ]);
});

test('simulating outside a run does what a review would', async () => {
  await using host = testHost();
  host.tools.register(spec('reads', { exec: () => 'exec' }), { owner: 'me' });
  host.tools.register(spec('writes', { mode: 'write', exec: () => 'exec', simulate: () => 'simulate' }), {
    owner: 'me',
  });
  host.tools.register(spec('blind', { mode: 'write', exec: () => 'exec' }), { owner: 'me' });
  const of = async (name: string) => {
    const { value, ran } = await host.tools.simulate(name);
    return [value, ran];
  };
  expect([await of('reads'), await of('writes'), await of('blind')]).toEqual([
    ['exec', 'exec'],
    ['simulate', 'simulate'],
    [undefined, 'none'],
  ]);
});

test('a run that is over answers nothing more', async () => {
  await using host = testHost();
  host.tools.register(spec('late', { exec: () => new Promise(() => {}) }), { owner: 'me' });
  const run = await host.orchestrator.openRun();
  const call = host.orchestrator.dispatch({ name: 'late' }, run);
  await run.end();
  await expect(call).rejects.toMatchObject({ code: 'STOPPED' });
  await expect(host.orchestrator.dispatch({ name: 'late' }, run)).rejects.toMatchObject({ code: 'STOPPED' });
  expect(host.status().calls).toBe(0);
});

test('tools of the page need no store', async () => {
  const assets = { broker: '/nowhere/broker-worker.js' };
  await using host = testHost({ assets: { ...assetsAt('/bulkhead/'), ...assets } });
  host.tools.register(spec('storeless'), { owner: 'me' });
  expect((await host.tools.execute('storeless')).value).toBe('storeless');
  expect(await answer(host, 'storeless')).toEqual({ ok: true, data: 'storeless' });
  await expect(host.tools.execute('elsewhere')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test('what is no run is refused', async () => {
  await using host = testHost();
  await expect(host.orchestrator.dispatch({ name: 'x' }, {} as never)).rejects.toMatchObject({ code: 'BAD_ARGS' });
  const stop = AbortSignal.abort('too late');
  await expect(host.orchestrator.openRun({ signal: stop })).rejects.toBe('too late');
  await expect(host.orchestrator.openRun({ mode: 'chat' as never })).rejects.toMatchObject({ code: 'BAD_ARGS' });
  await expect(host.orchestrator.dryRun(undefined as never)).rejects.toMatchObject({ code: 'BAD_ARGS' });
  await expect(host.orchestrator.openRun({ signal: 5 as never })).rejects.toMatchObject({ code: 'BAD_ARGS' });
});

test('a long error is cut on a character boundary and flagged, its code and hint kept', async () => {
  const words = "'错'.repeat(30_000)";
  const { content: said } = await answers(
    `throw Object.assign(new Error(${words}), { code: 'C'.repeat(300), hint: 'h'.repeat(3000) })`,
  );
  const { error, code, hint, flag } = said as { [key: string]: string };
  expect([code?.length, hint, flag]).toEqual([300, 'h'.repeat(2_000), 'TOOL_RESULT_TRUNCATED']);
  expect(error?.isWellFormed() && error.length > 15_000).toBe(true);
  const short = (await answers(`throw Object.assign(new Error('x'.repeat(3000)), { hint: 'h'.repeat(3000) })`)).content;
  expect(short).toEqual({ ok: false, error: 'x'.repeat(3_000), code: 'TOOL_ERROR', hint: 'h'.repeat(3_000) });
});

test('a pattern that takes for ever costs its own call the time, and no other its answer', async () => {
  await using host = testHost({ limits: { cpuMs: 1_000 } });
  const parameters = { type: 'object', properties: { s: { type: 'string', pattern: '^(a+)+$' } } };
  host.tools.register(spec('slow_pattern', { parameters }), { owner: 'me' });
  host.tools.register(spec('quick', { parameters: { type: 'object', properties: { n: { type: 'integer' } } } }), {
    owner: 'me',
  });
  const [slow, quick] = await Promise.all([
    answer(host, { name: 'slow_pattern', arguments: { s: `${'a'.repeat(40)}!` } }),
    answer(host, { name: 'quick', arguments: { n: 1 } }),
  ]);
  expect(slow).toMatchObject({ ok: false, code: 'TOOL_TIMEOUT' });
  expect(quick).toEqual({ ok: true, data: 'quick' });
});

test('a call in the form of a model’s message is understood', async () => {
  await using host = testHost();
  host.tools.register(spec('echo', { exec: (args) => args }), { owner: 'me' });
  await using run = await host.orchestrator.openRun();
  const call = { id: 'call_1', type: 'function', function: { name: 'echo', arguments: '{"a":1}' } };
  const { message } = await host.orchestrator.dispatch(call, run);
  expect([message.tool_call_id, message.content]).toEqual(['call_1', '{"ok":true,"data":{"a":1}}']);
  await expect(host.orchestrator.dispatch(call, run, { timeoutMs: -1 })).rejects.toMatchObject({ code: 'BAD_ARGS' });
  await using other = testHost();
  await expect(other.orchestrator.dispatch(call, run)).rejects.toMatchObject({ code: 'BAD_ARGS' });
});

test('a result that is too large to cross is cut where the tool lives, in a run; elsewhere it is a failure', async () => {
  for (const [exec, begins] of [
    ["return 'é'.repeat(1_500_000)", 'éé'],
    ['return Array.from({ length: 500_000 }, (_, i) => i)', '[0,1,2'],
  ] as const) {
    const { ok, data, flag } = (await answers(exec)).content as { ok: boolean; data: string; flag: string };
    expect([ok, flag, data.startsWith(begins)]).toEqual([true, 'TOOL_RESULT_TRUNCATED', true]);
    expect(new TextEncoder().encode(JSON.stringify({ ok, data, flag })).length).toBeGreaterThan(65_000);
  }
  await using host = testHost();
  await host.plugins.install({ code: plugin("return 'x'.repeat(1_500_000)") });
  await expect(host.tools.execute('main')).rejects.toMatchObject({ code: 'TOOL_RESULT_TOO_LARGE' });
});
