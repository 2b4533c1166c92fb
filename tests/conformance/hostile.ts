import type { CapabilityProvider, CapabilityProviders, Host, HostOptions } from '../../src/index.js';
import { grantFunction } from '../../src/permissions/grant.js';
import { GUEST_PACE } from '../../worker/protocol/guest-pace.js';
import { PACE } from '../../worker/protocol/limits.js';
import { lookAfter } from './hostile-after.js';
import { type HostileCase, hostileCase } from './hostile-case.js';
import type { Evidence, Requests } from './hostile-evidence.js';
import type { Area, CaseResult } from './types.js';

/** Running time and wall clock of every call of a program; small, so that the corpus takes a minute. */
export const DEADLINE_MS = Number(globalThis.process?.env?.BULKHEAD_DEADLINE ?? 600);
/** Wall clock of all other calls, which on a busy machine wait for a worker. */
const PATIENT_MS = 20_000;
/** A call that is later than this was not stopped in time. */
const CONTROL_MS = DEADLINE_MS + 250;
/** The same for a load, which has no limit by the clock: on a slow machine it may take as many times longer, and measuring takes its time. */
const LOAD_CONTROL_MS = DEADLINE_MS * GUEST_PACE.slowest + 1_500;

/** Where programs run: a host that keeps nothing and switches on what it installs, and its option for guests without an image. */
export interface Places {
  readonly open: (options: HostOptions) => Host & AsyncDisposable;
  readonly withoutImage: () => Promise<HostOptions>;
}

/** The three names a program may use, over the guest API; and a tool that tells whether its guest is a new one. */
const SHIM = `globalThis.capability = async () => { throw new Error('no call is open'); };
const defineTool = (name, run) => registerTool({ name, description: 'hostile', mode: 'read',
  parameters: { type: 'object' }, exec: (args, ctx) => { globalThis.wasCalled = true;
    globalThis.capability = (method, given) => ctx.request(method, given); return run(args); } });
registerTool({ name: 'is_new', description: 'tells', mode: 'read', parameters: { type: 'object' },
  exec: async () => globalThis.wasCalled === undefined });
`;

const NEIGHBOUR = `registerTool({ name: 'neighbour', mode: 'read', parameters: { type: 'object' },
  exec: async ({ n }) => ({ n, square: n * n, text: 'x'.repeat(n % 7), list: Array.from({ length: n % 5 }, (_, i) => i) }) });`;

/** The two harmless capabilities, counted. */
export function countedCapabilities(seen: Requests): CapabilityProviders {
  const provide = (work: (args: { ms?: number }) => Promise<unknown>): CapabilityProvider => ({
    mode: 'read',
    open: () =>
      grantFunction(async (method, args) => {
        seen.atOnce += 1;
        seen.most = Math.max(seen.most, seen.atOnce);
        if (method === 'noop') seen.noop += 1;
        seen.args = [...seen.args.slice(-3), JSON.stringify(args)];
        try {
          return await work(args as { ms?: number });
        } finally {
          seen.atOnce -= 1;
        }
      }),
  });
  return {
    noop: provide(async () => ({})),
    sleep: provide(({ ms = 0 }) => new Promise((resolve) => setTimeout(() => resolve({}), ms))),
  };
}

/** 200 well-behaved calls: the same before and after the corpus, or something leaked out of a guest. */
async function wellBehaved(host: Host): Promise<string> {
  const values: unknown[] = [];
  for (let n = 0; n < 200; n++) values.push((await host.tools.execute('neighbour', { n })).value);
  return JSON.stringify(values);
}

/**
 * Runs the corpus over guests restored from images, and over guests that start from nothing: each alone where that is asked for.
 * What a program piles up over many calls it can keep only where guests keep their state, so those run there too, restored.
 */
export const hostileArea = (places: Places): Area =>
  async function* (files, { starts = ['restored', 'fresh'] } = {}) {
    const cases: HostileCase[] = [];
    for (const written of files.flatMap((file) => file.cases)) {
      try {
        cases.push(hostileCase(written));
      } catch (error) {
        yield { id: String(Object(written).id), ok: false, actual: (error as Error).message };
      }
    }
    const piling = cases.filter(({ repeat }) => repeat > 1);
    const single = cases.filter(({ repeat }) => repeat === 1);
    if (single.length > 0 && starts.includes('restored')) yield* corpus(places, single, 'restored');
    if (single.length > 0 && starts.includes('fresh'))
      for await (const result of corpus(places, single, 'fresh')) yield { ...result, id: `${result.id} (fresh)` };
    if (piling.length === 0 || !starts.includes('restored')) return;
    yield* corpus(places, piling, 'kept');
    for (const program of piling) yield await pilesNothingUp(places, program);
  };

/** By default a program that piles up finds nothing of the call before: each call ends as the first does. */
async function pilesNothingUp({ open }: Places, program: HostileCase): Promise<CaseResult> {
  await using host = open({});
  await host.plugins.install({ code: SHIM + program.source });
  const ends = new Set<string>();
  let memoryBytes = 0;
  for (let i = 0; i < program.repeat; i++) {
    const { value, usage } = await host.tools.execute('main', {});
    ends.add(JSON.stringify(value));
    memoryBytes = Math.max(memoryBytes, usage.memoryBytes);
  }
  const ok = ends.size === 1 && memoryBytes < 32 * 1024 * 1024;
  return { id: `${program.id} (piles nothing up)`, ok, expected: 'one result', actual: [...ends, memoryBytes] };
}

/** Runs each program as its own plugin beside a neighbour that must not notice. */
async function* corpus(
  places: Places,
  cases: readonly HostileCase[],
  how: 'restored' | 'fresh' | 'kept',
): AsyncGenerator<CaseResult> {
  const seen: Requests = { noop: 0, atOnce: 0, most: 0, args: [] };
  await using host = places.open({
    freshState: how === 'kept' ? 'guest' : 'call',
    ...(how === 'fresh' && (await places.withoutImage())),
    limits: { loadMs: DEADLINE_MS, timeoutMs: PATIENT_MS, cpuMs: DEADLINE_MS, strikes: 1_000 },
    capabilities: countedCapabilities(seen),
  });
  await host.plugins.install({ code: NEIGHBOUR });
  const before = await wellBehaved(host);
  let errors = 0;
  let inside = 0;
  yield {
    id: `guests start as they should: ${how}`,
    ok: host.status().starts.images === (how !== 'fresh'),
    expected: how,
  };
  for (const program of cases) {
    const { evidence, problems, unchecked, again } = await tried(program, () =>
      run(places, host, program, seen, how === 'restored'),
    );
    if (program.expectation === 'error') {
      errors += 1;
      if (evidence.workerLives) inside += 1;
    }
    yield {
      id: program.id,
      ok: problems.length === 0,
      expected: program.expectation,
      actual:
        problems.length === 0 ? undefined : { problems, value: evidence.value, error: evidence.error, ms: evidence.ms },
      ...(program.overruled !== undefined && { overruled: program.overruled }),
      note: [evidence.stoppedBy, ...again, ...unchecked.map((line) => `not checked: ${line}`)].join(' · '),
    } satisfies CaseResult;
  }
  yield {
    id: 'the neighbour’s 200 calls',
    ok: before === (await wellBehaved(host)),
    expected: 'the same before and after',
  };
  if (errors >= 40) {
    yield {
      id: 'ended inside',
      ok: inside >= 0.9 * errors,
      expected: '9 of 10 with the worker alive',
      actual: `${inside} of ${errors}`,
      note: `${inside}/${errors}`,
    };
  }
}

/**
 * Runs a program and looks at it; once more where it was out of time, and its worker had to be ended though it should live or was
 * ended late: on a machine that does much else a worker may not be heard in time.
 */
async function tried(program: HostileCase, work: () => Promise<Evidence>) {
  const once = async () => {
    const evidence = await work();
    const after = lookAfter(program, evidence);
    return { evidence, unchecked: after.unchecked, problems: [...judge(program, evidence), ...after.problems] };
  };
  const first = await once();
  const { error, workerLives } = first.evidence;
  const ended = program.expectation === 'error' && !workerLives;
  if (error?.code !== 'TOOL_TIMEOUT' || !(ended || first.problems.length > 0)) return { ...first, again: [] };
  return { ...(await once()), again: ['at the second try'] };
}

/** Settles one call or one load, with a control that this thread armed at the moment of the call. */
async function settle(evidence: Evidence, work: () => Promise<unknown>, controlMs = CONTROL_MS): Promise<void> {
  const began = performance.now();
  let fired = false;
  const control = setTimeout(() => {
    fired = true;
  }, controlMs);
  try {
    evidence.value = await work();
    evidence.values.push(evidence.value);
  } catch (error) {
    evidence.value = undefined;
    evidence.error = error as NonNullable<Evidence['error']>;
    evidence.stoppedBy = evidence.error.details?.stoppedBy ?? evidence.error.code ?? 'untyped';
    noteMemory(evidence, evidence.error.details?.usage?.memoryBytes);
  }
  clearTimeout(control);
  evidence.late ||= fired;
  evidence.ms = Math.round(performance.now() - began);
}

/** What a call used, where its worker lived to tell: it is never nothing. */
function noteMemory(evidence: Evidence, bytes: number | undefined): void {
  if (bytes) evidence.memoryBytes = Math.max(evidence.memoryBytes ?? 0, bytes);
}

/** Does it again, once, where it was too late: a machine that does much else may take longer than one call may. */
async function twice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'TOOL_TIMEOUT') throw error;
    return work();
  }
}

async function call(host: Host, program: HostileCase, evidence: Evidence, restored: boolean): Promise<void> {
  try {
    await host.plugins.install({ code: SHIM + program.source });
  } catch (error) {
    evidence.error = error as NonNullable<Evidence['error']>;
    evidence.failedToLoad = true;
    return;
  }
  if (restored) {
    // Its worker ends, so that the call is one of a guest that came back from the plugin's image.
    await host.stopAll();
    await twice(() => host.tools.execute('neighbour', { n: 1 }));
  }
  const main = async () => {
    const { value, usage } = await host.tools.execute('main', {}, { timeoutMs: DEADLINE_MS });
    noteMemory(evidence, usage.memoryBytes);
    return value;
  };
  for (let i = 0; i < program.repeat; i++) await settle(evidence, main);
}

/** What a call after the last one finds, where a sentence asks for it. */
async function goOn(places: Places, host: Host, program: HostileCase, evidence: Evidence): Promise<void> {
  const asks = (words: RegExp) => program.phase === 'call' && program.after.some((line) => words.test(line));
  if (asks(/sandbox is discarded|survives or is replaced|no further job|leftover jobs/)) {
    const answer = await twice(() => host.tools.execute('is_new', {})).catch(() => undefined);
    evidence.guestIsNew = answer?.value === true;
  }
  if (asks(/later calls/))
    evidence.again = JSON.stringify((await host.tools.execute('main', {}, { timeoutMs: DEADLINE_MS })).value);
  if (asks(/two sandboxes/)) evidence.values.push(await another(places, program));
}

async function run(
  places: Places,
  host: Host,
  program: HostileCase,
  seen: Requests,
  restored: boolean,
): Promise<Evidence> {
  const evidence: Evidence = { late: false, ms: 0, values: [], seen, stoppedBy: 'returned' };
  if (program.phase === 'call') await call(host, program, evidence, restored);
  else await settle(evidence, () => host.plugins.install({ code: SHIM + program.source }), LOAD_CONTROL_MS);
  evidence.noopAtEnd = seen.noop;
  // A source that does not load leaves no plugin, so its worker is ended, busy or not: there the ring decides.
  evidence.workerLives =
    program.phase === 'load' ? evidence.stoppedBy !== 'watchdog' : host.status().workers.live === 2;
  const neighbour = await host.tools.execute('neighbour', { n: 3 }).then(({ value }) => value, String);
  evidence.neighbour = JSON.stringify(neighbour);
  evidence.neighbourAnswers = evidence.neighbour === ANSWER;
  if (!evidence.failedToLoad) await goOn(places, host, program, evidence);
  for (const { id } of await host.plugins.list()) if (id !== 'neighbour') await host.plugins.remove(id);
  return evidence;
}

/** The same program in a second sandbox. */
async function another({ open }: Places, program: HostileCase): Promise<unknown> {
  await using host = open({});
  await host.plugins.install({ code: SHIM + program.source });
  return (await host.tools.execute('main', {})).value;
}

/**
 * The engine asks for its stop once in 10,000 calls. Where each of these is slow, the asking may come before the end of the worker
 * or after it, by chance. A program whose file says that its sandbox is discarded may end either way: `lookAfter` checks that it is.
 */
const mayEndInside = (program: HostileCase, { stoppedBy }: Evidence): boolean =>
  stoppedBy === 'interrupt' && program.after.some((line) => /discarded and rebuilt, not reused/.test(line));

const ANSWER = '{"n":3,"square":9,"text":"xxx","list":[0,1,2]}';

function judge(program: HostileCase, evidence: Evidence): string[] {
  const problems: string[] = [];
  const { error, late, failedToLoad, workerLives, neighbour, neighbourAnswers, memoryBytes = 0 } = evidence;
  if (late) problems.push(`settled after ${program.phase === 'load' ? LOAD_CONTROL_MS : CONTROL_MS} ms`);
  if (failedToLoad) problems.push('it did not load, and was never called');
  if (error && typeof error.code !== 'string') problems.push('an untyped error');
  if (error && String(error.message).length > PACE.errorMessageChars) problems.push('an unbounded message');
  const mayReturn = program.expectation === 'contained' || program.after.some((line) => line.includes('by value'));
  if (!error && !mayReturn) problems.push('it returned');
  if (program.expectation === 'terminated' && error && workerLives && !mayEndInside(program, evidence)) {
    problems.push('its worker was not ended');
  }
  if ('expectResult' in program && JSON.stringify(evidence.value) !== JSON.stringify(program.expectResult)) {
    problems.push(`not the result ${JSON.stringify(program.expectResult)}`);
  }
  if (memoryBytes > 64 * 1024 * 1024) problems.push('over the memory limit');
  if (!neighbourAnswers) problems.push(`the neighbour: ${neighbour}`);
  return problems;
}
