import { grantFunction } from '../../src/grant.js';
import { assetsAt, type CapabilityProvider, type CapabilityProviders, type Host } from '../../src/index.js';
import { PACE } from '../../worker/protocol/limits.js';
import { testHost } from '../browser/setup.js';
import { engineWithoutImage } from '../fixtures/other-engine.js';
import { CHECKS, type Evidence } from './hostile-checks.js';
import type { Area, CaseResult } from './types.js';

/** A guest program that means harm, as the vectors have it. */
export interface HostileCase {
  readonly id: string;
  readonly source: string;
  readonly phase: 'load' | 'call';
  readonly expectation: 'error' | 'terminated' | 'contained';
  readonly repeat?: number;
  readonly after: readonly string[];
  readonly expectResult?: unknown;
}

/** Running time and wall clock of every call here; small, so that the corpus takes a minute. */
export const DEADLINE_MS = 600;
/** A call that is later than this was not stopped in time. */
const CONTROL_MS = DEADLINE_MS + 250;

/** The three names a program may use, over the guest API. */
const SHIM = `globalThis.capability = async () => { throw new Error('no call is open'); };
const defineTool = (name, run) => registerTool({ name, description: 'hostile', mode: 'read',
  parameters: { type: 'object' }, exec: (args, ctx) => { globalThis.capability = (method, given) => ctx.request(method, given); return run(args); } });
`;

const NEIGHBOUR = `registerTool({ name: 'neighbour', mode: 'read', parameters: { type: 'object' },
  exec: async ({ n }) => ({ n, square: n * n, text: 'x'.repeat(n % 7), list: Array.from({ length: n % 5 }, (_, i) => i) }) });`;

/** The two harmless capabilities, counted. */
export function countedCapabilities(seen: { noop: number; atOnce: number; most: number }): CapabilityProviders {
  const provide = (work: (args: { ms?: number }) => Promise<unknown>): CapabilityProvider => ({
    mode: 'read',
    open: () =>
      grantFunction(async (method, args) => {
        seen.atOnce += 1;
        seen.most = Math.max(seen.most, seen.atOnce);
        if (method === 'noop') seen.noop += 1;
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
 * Runs the corpus twice: over guests restored from images, and over guests that start from nothing. What a program piles up
 * over many calls it can keep only where guests keep their state, so those run there too.
 */
export const hostile: Area = async function* (files) {
  const cases = files.flatMap((file) => file.cases) as HostileCase[];
  const piling = cases.filter(({ repeat = 1 }) => repeat > 1);
  yield* corpus(
    cases.filter((program) => !piling.includes(program)),
    'restored',
  );
  for await (const result of corpus(
    cases.filter((program) => !piling.includes(program)),
    'fresh',
  ))
    yield { ...result, id: `${result.id} (fresh)` };
  if (piling.length === 0) return;
  yield* corpus(piling, 'kept');
  for (const program of piling) yield await pilesNothingUp(program);
};

/** By default a program that piles up finds nothing of the call before: each call ends as the first does. */
async function pilesNothingUp(program: HostileCase): Promise<CaseResult> {
  await using host = testHost({ store: null });
  await host.plugins.install({ code: SHIM + program.source });
  const ends = new Set<string>();
  let memoryBytes = 0;
  for (let i = 0; i < (program.repeat ?? 1); i++) {
    const { value, usage } = await host.tools.execute('main', {});
    ends.add(JSON.stringify(value));
    memoryBytes = Math.max(memoryBytes, usage.memoryBytes);
  }
  const ok = ends.size === 1 && memoryBytes < 32 * 1024 * 1024;
  return { id: `${program.id} (piles nothing up)`, ok, expected: 'one result', actual: [...ends, memoryBytes] };
}

/** Runs each program as its own plugin beside a neighbour that must not notice. */
async function* corpus(cases: readonly HostileCase[], how: 'restored' | 'fresh' | 'kept'): AsyncGenerator<CaseResult> {
  const seen = { noop: 0, atOnce: 0, most: 0 };
  await using host = testHost({
    store: null,
    freshState: how === 'kept' ? 'guest' : 'call',
    ...(how === 'fresh' && { assets: { ...assetsAt('/bulkhead/'), wasm: await engineWithoutImage() } }),
    limits: { loadMs: DEADLINE_MS, timeoutMs: DEADLINE_MS, cpuMs: DEADLINE_MS, strikes: 1_000 },
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
    const evidence = await run(host, program, seen, how === 'restored');
    const problems = [...judge(program, evidence), ...(CHECKS[program.id]?.(evidence) ?? [])];
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
      note: evidence.stoppedBy,
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

async function run(host: Host, program: HostileCase, seen: Evidence['seen'], restored: boolean): Promise<Evidence> {
  const evidence: Evidence = { late: false, ms: 0, values: [], seen, stoppedBy: 'returned' };
  const code = SHIM + program.source;
  const settle = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    // The control: armed by this thread at the moment of the call.
    let fired = false;
    const control = setTimeout(() => {
      fired = true;
    }, CONTROL_MS);
    try {
      evidence.value = await work();
      evidence.values.push(evidence.value);
    } catch (error) {
      evidence.error = error as NonNullable<Evidence['error']>;
      evidence.stoppedBy = evidence.error.details?.stoppedBy ?? evidence.error.code ?? 'untyped';
    }
    clearTimeout(control);
    evidence.late ||= fired;
    evidence.ms = Math.round(performance.now() - began);
  };
  if (program.phase === 'load') {
    await settle(() => host.plugins.install({ code }));
  } else {
    try {
      await host.plugins.install({ code });
    } catch (error) {
      evidence.error = error as NonNullable<Evidence['error']>;
      evidence.stoppedBy = 'while it loaded';
    }
    if (restored) {
      // Its worker ends, so that the call is one of a guest that came back from the plugin's image.
      await host.stopAll();
      await woken(host);
    }
    for (let i = 0; i < (program.repeat ?? 1) && evidence.stoppedBy !== 'while it loaded'; i++) {
      await settle(async () => {
        const { value, usage } = await host.tools.execute('main', {});
        evidence.memoryBytes = usage.memoryBytes;
        return value;
      });
    }
  }
  evidence.noopAtEnd = seen.noop;
  // A source that does not load leaves no plugin, so its worker is ended, busy or not: there the ring decides.
  evidence.workerLives =
    program.phase === 'load' ? evidence.stoppedBy !== 'watchdog' : host.status().workers.live === 2;
  const neighbour = await host.tools
    .execute('neighbour', { n: 3 }, { timeoutMs: 5_000 })
    .then(({ value }) => value, String);
  evidence.neighbour = JSON.stringify(neighbour);
  if (program.id === 'escape-math-random-collision') evidence.values.push(await another(program));
  for (const { id } of await host.plugins.list()) if (id !== 'neighbour') await host.plugins.remove(id);
  return evidence;
}

/** The neighbour is there again: on a machine that does much else its new worker may take longer than one call may. */
async function woken(host: Host): Promise<void> {
  try {
    await host.tools.execute('neighbour', { n: 1 });
  } catch (error) {
    // After five in a row it is struck, and that is a failure.
    if ((error as { readonly code?: string }).code !== 'TOOL_TIMEOUT') throw error;
    await woken(host);
  }
}

/** The same program in a second sandbox. */
async function another(program: HostileCase): Promise<unknown> {
  await using host = testHost({ store: null });
  await host.plugins.install({ code: SHIM + program.source });
  return (await host.tools.execute('main', {})).value;
}

function judge(program: HostileCase, evidence: Evidence): string[] {
  const problems: string[] = [];
  const { error } = evidence;
  if (evidence.late) problems.push(`settled after ${CONTROL_MS} ms`);
  if (error && typeof error.code !== 'string') problems.push('an untyped error');
  if (error && String(error.message).length > PACE.errorMessageChars) problems.push('an unbounded message');
  const mayReturn = program.expectation === 'contained' || program.after.some((line) => line.includes('by value'));
  if (!error && !mayReturn) problems.push('it returned');
  if (program.expectResult !== undefined && JSON.stringify(evidence.value) !== JSON.stringify(program.expectResult)) {
    problems.push(`not the result ${JSON.stringify(program.expectResult)}`);
  }
  if ((evidence.memoryBytes ?? 0) > 64 * 1024 * 1024) problems.push('over the memory limit');
  if (evidence.neighbour !== '{"n":3,"square":9,"text":"xxx","list":[0,1,2]}')
    problems.push(`the neighbour: ${evidence.neighbour}`);
  return problems;
}
