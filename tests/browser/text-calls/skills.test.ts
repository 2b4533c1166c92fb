import { expect, test } from 'vitest';
import type { Host, RunOutcome, SkillCall } from '../../../src/index.js';
import { plugin, testHost } from '../setup.js';

/** Reads a text as a model's, and runs its calls. */
async function run(
  host: Host,
  text: string,
  options: { signal?: AbortSignal; chain?: string } = {},
): Promise<RunOutcome> {
  const tools = host.skills.list().filter(({ enabled }) => enabled);
  const { calls } = await host.textCalls.parse(text, { dialect: 'bracket-call', tools });
  return host.skills.run(calls, options);
}

const messages = ({ results }: RunOutcome) => results.map(({ message }) => message);
const states = (calls: readonly SkillCall[]) => calls.map(({ state }) => state);

test('a skill is a tool of the registry, under its own name where that can be had', async () => {
  await using host = testHost();
  host.tools.register({ name: 'taken', mode: 'read', exec: () => 'mine' }, { owner: 'page' });
  const names = ['weather', 'my-skill.2', 'taken', 'finalize', '7'].map((name) =>
    host.skills.register({ name, description: 'd', action: () => name }),
  );
  expect(names).toEqual(['weather', 'my-skill.2', 'taken', 'finalize', '7']);
  const listed = host.skills.list();
  expect(listed.map(({ name, tool }) => [name, tool])).toEqual([
    ['weather', 'weather'],
    ['my-skill.2', 'my_skill_2'],
    ['taken', 'skill_taken'],
    ['finalize', 'skill_finalize'],
    ['7', 's7'],
  ]);
  expect(messages(await run(host, '[CALL: my-skill.2] [CALL: taken]'))).toEqual([
    'Result of my-skill.2\n---\nmy-skill.2',
    'Result of taken\n---\ntaken',
  ]);
  expect((await host.tools.execute('taken')).value).toBe('mine');
});

test('registering a name again replaces the skill; taking it out takes its tool out', async () => {
  await using host = testHost();
  host.skills.register({ name: 'a', description: 'd', action: () => 1 });
  host.skills.register({ name: 'a', description: 'd', action: () => 2 });
  expect(messages(await run(host, '[CALL: a]'))).toEqual(['Result of a\n---\n2']);
  expect(host.skills.unregister('a')).toBe(true);
  expect(host.skills.unregister('a')).toBe(false);
  expect(host.tools.list()).toEqual([]);
});

test('an action gets what the model wrote, and a signal; whatever the arguments are', async () => {
  await using host = testHost();
  const given: unknown[] = [];
  host.skills.register({
    ...{ name: 'f', description: 'd' },
    action: (call: unknown, signal: AbortSignal) => given.push([call, signal.aborted]),
  });
  await run(host, '[CALL: f( "text" )] [CALL: f([1])] [CALL: f(free words)] [CALL: f]');
  expect(given).toEqual([
    [{ name: 'f', args: 'text', rawArgs: ' "text" ' }, false],
    [{ name: 'f', args: [1], rawArgs: '[1]' }, false],
    [{ name: 'f', args: { _raw: 'free words' }, rawArgs: 'free words' }, false],
    [{ name: 'f', args: {}, rawArgs: '' }, false],
  ]);
});

test('what throws is an outcome, and the queue goes on in the order of the text', async () => {
  await using host = testHost();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  host.skills.register({ name: 'slow', description: 'd', action: () => first.promise.then(() => order.push('slow')) });
  host.skills.register({
    ...{ name: 'bad', description: 'd' },
    action: () => {
      order.push('bad');
      throw new Error('kaput');
    },
  });
  const both = [run(host, '[CALL: slow] [CALL: bad]'), run(host, '[CALL: bad(1)]')];
  first.resolve();
  const [one, two] = await Promise.all(both);
  expect(order).toEqual(['slow', 'bad', 'bad']);
  expect(states(one?.results.map(({ call }) => call) ?? [])).toEqual(['done', 'failed']);
  expect(one?.goOn).toBe(true);
  expect(two && messages(two)).toEqual(['bad failed\n---\nTOOL_ERROR: kaput']);
  expect(host.skills.list().map(({ name, calls, failures }) => [name, calls, failures])).toEqual([
    ['slow', 1, 0],
    ['bad', 2, 2],
  ]);
});

test('a skill that is off is not listed for the model, and answered like one that there is not', async () => {
  await using host = testHost();
  host.skills.register({ name: 'on', description: 'd', action: () => 1 });
  host.skills.register({ name: 'off', description: 'd', action: () => 1, enabled: false });
  expect((await host.skills.prompt()).system).toContain('- on: d');
  expect((await host.skills.prompt()).system).not.toContain('off');
  expect(messages(await run(host, '[CALL: off]'))).toEqual([
    'off failed\n---\nTOOL_NOT_FOUND: there is no skill named off; there are: on',
  ]);
  host.skills.setEnabled('on', false);
  expect(await host.skills.prompt()).toEqual({ system: '', reminder: '', omitted: [], tokens: 0 });
});

test('a skill that comes as text runs in a guest, which has nothing of the page', async () => {
  await using host = testHost();
  host.skills.register({
    ...{ name: 'sum', description: 'd', parameters: { type: 'object', properties: { a: { type: 'number' } } } },
    action: 'async ({ args }) => [args.a + 1, typeof document, typeof XMLHttpRequest]',
  });
  host.skills.register({ name: 'broken', description: 'd', action: '({ args }) => {' });
  host.skills.register({ name: 'endless', description: 'd', action: '() => { for (;;) {} }' });
  expect(host.skills.list().map(({ runs }) => runs)).toEqual(['guest', 'guest', 'guest']);
  const [sum, broken, endless] = messages(await run(host, '[CALL: sum(a=1)] [CALL: broken] [CALL: endless]'));
  expect(JSON.parse(sum?.split('---\n')[1] ?? '')).toEqual([2, 'undefined', 'undefined']);
  expect(broken).toContain('SOURCE_SYNTAX');
  expect(endless).toContain('TOOL_TIMEOUT');
}, 30_000);

test('tools of strangers are let in one by one, and run as guests', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('return args.n * 2', 'twice') });
  expect(host.skills.list()).toMatchObject([{ name: 'twice', runs: 'guest', enabled: false }]);
  host.skills.setEnabled('twice', true);
  expect(messages(await run(host, '[CALL: twice(n=4)]'))).toEqual(['Result of twice\n---\n8']);
});

test('who takes the name of a tool that was let in is not let in for that', async () => {
  await using host = testHost();
  const tool = { name: 'search', mode: 'write' as const, exec: () => 'found' };
  const first = host.tools.register(tool, { owner: 'a' });
  host.skills.setEnabled('search', true);
  host.skills.setEnabled('nobody', true);
  expect(host.skills.list()).toMatchObject([{ owner: 'a', enabled: true }]);
  first.unregister();
  host.tools.register(tool, { owner: 'b' });
  expect(host.skills.list()).toMatchObject([{ owner: 'b', enabled: false }]);
  host.skills.setEnabled('search', true);
  const removed = new Promise((resolve) => host.tools.onChange(resolve));
  host.tools.register({ ...tool, name: 'other' }, { owner: 'b' });
  await removed;
  expect(host.skills.list()).toMatchObject([
    { name: 'search', enabled: true },
    { name: 'other', enabled: false },
  ]);
});

test('names that only a model can tell apart are two skills, and who calls a tool otherwise hears nothing of a model', async () => {
  await using host = testHost();
  const heard: unknown[] = [];
  for (const name of ['a-b', 'a.b']) {
    host.skills.register({
      name,
      description: 'd',
      action: (call: { rawArgs: string }) => heard.push([name, call.rawArgs]),
    });
  }
  await run(host, '[CALL: a-b(x=1)] [CALL: a.b(x=2)]');
  const [first] = host.skills.list();
  await host.tools.execute(first?.tool ?? '', { y: 2 });
  expect(heard).toEqual([
    ['a-b', 'x=1'],
    ['a.b', 'x=2'],
    ['a-b', '{"y":2}'],
  ]);
});

test('a sensitive skill asks before each call; no is told to the model, and with nobody to ask it is no', async () => {
  await using host = testHost();
  host.skills.register({ name: 'send', description: 'd', action: () => 'sent', sensitive: true });
  expect(messages(await run(host, '[CALL: send]'))[0]).toContain('CONSENT_DENIED');
  const answers = [true, false];
  host.asks.onChange(() => {
    for (const { id, tool, args, destructive } of host.asks.list()) {
      expect([tool.name, args, destructive]).toEqual(['send', { to: 'ann' }, true]);
      host.asks.answer(id, answers.shift() ? { kind: 'call' } : null);
    }
  });
  const { results, goOn } = await run(host, '[CALL: send(to=ann)] [CALL: send(to=ann)]');
  expect(results.map(({ call }) => call.state)).toEqual(['done', 'failed']);
  expect(goOn).toBe(true);
});

test('the breaker blocks the sixth call within its window and those after it, and nothing goes on', async () => {
  await using host = testHost();
  let made = 0;
  host.skills.register({ name: 'f', description: 'd', action: () => (made += 1) });
  const text = Array.from({ length: 8 }, (_, index) => `[CALL: ${index === 2 ? 'unknown' : 'f'}(${index})]`).join('');
  const outcome = await run(host, text);
  expect(made).toBe(4);
  expect(outcome).toMatchObject({ goOn: false, stoppedBy: 'breaker' });
  expect(states(host.skills.calls).slice(-3)).toEqual(['blocked', 'blocked', 'blocked']);
  expect(host.skills.breaker()).toMatchObject({ count: 8, limit: 5, blocked: true });
  expect(host.skills.log.filter(({ what }) => what === 'blocked')).toHaveLength(3);
});

test('stopping ends the call that runs, and those that wait; a skill that does not listen is not waited for', async () => {
  await using host = testHost();
  const started = Promise.withResolvers<void>();
  host.skills.register({
    ...{ name: 'deaf', description: 'd' },
    action: () => {
      started.resolve();
      return new Promise(() => {});
    },
  });
  const stop = new AbortController();
  const running = run(host, '[CALL: deaf] [CALL: deaf]', { signal: stop.signal });
  await started.promise;
  stop.abort();
  const outcome = await running;
  expect(outcome).toMatchObject({ goOn: false, stoppedBy: 'abort' });
  expect(outcome.results.map(({ call }) => call.state)).toEqual(['stopped', 'stopped']);
});

test('changes are told, and the log knows what was found, repaired and warned of', async () => {
  await using host = testHost();
  let told = 0;
  const off = host.skills.onChange(() => {
    told += 1;
  });
  host.skills.register({ name: 'f', action: () => 1 });
  await run(host, "[CALL: f({'a': 1,})]");
  expect(told).toBeGreaterThan(3);
  expect(host.skills.log.map(({ what }) => what)).toEqual(['warning', 'found', 'repaired', 'done']);
  off();
});
