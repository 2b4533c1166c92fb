import type { ErrorCode, ExecuteOptions } from '../../src/index.js';

/** How a call of the soak can end: with its value, with its caller's own reason, or with a code. */
export type Outcome = 'ok' | 'aborted' | ErrorCode;

interface Kind {
  readonly weight: number;
  /** How it ends when nothing comes from outside. */
  readonly ends: readonly Outcome[];
  /** It can cost the worker, or a strike. */
  readonly harmful?: true;
  readonly options?: (part: number) => ExecuteOptions;
}

const KINDS = {
  answer: { weight: 560, ends: ['ok'] },
  steps: { weight: 80, ends: ['ok'] },
  big: { weight: 30, ends: ['ok'] },
  huge: { weight: 10, ends: ['TOOL_RESULT_TOO_LARGE'] },
  throw: { weight: 60, ends: ['TOOL_ERROR'] },
  /** It waits for its abort, and nothing else ends it. */
  wait: { weight: 60, ends: [], harmful: true },
  /** Its deadline comes about when its answer does. */
  hurry: {
    weight: 40,
    ends: ['ok', 'TOOL_TIMEOUT'],
    harmful: true,
    options: (part) => ({ timeoutMs: 1 + part * 30 }),
  },
  forever: {
    weight: 40,
    ends: ['TOOL_TIMEOUT'],
    harmful: true,
    options: (part) => ({ timeoutMs: 20 + part * 200 }),
  },
  spin: { weight: 40, ends: ['TOOL_TIMEOUT'], harmful: true, options: (part) => ({ cpuMs: 10 + part * 60 }) },
  /** The engine never polls in it: only the end of its worker stops it. */
  native: {
    weight: 8,
    ends: ['TOOL_TIMEOUT'],
    harmful: true,
    // The watchdog goes by `cpuMs`, whatever the deadline.
    options: (part) => (part < 0.5 ? { cpuMs: 50 } : { timeoutMs: 150, cpuMs: 2_000 }),
  },
  memory: { weight: 20, ends: ['TOOL_MEMORY'], harmful: true },
  crash: { weight: 30, ends: ['TOOL_CRASHED'], harmful: true },
} as const satisfies { readonly [name: string]: Kind };

/** What a call asks of its plugin. */
export type KindName = keyof typeof KINDS;

/** What there is to know of one kind. */
export const kindOf = (name: KindName): Kind => KINDS[name];

/** When the caller gives up: as soon as the tool says that it runs, at one of its steps, or somewhere on the way. */
export type Abort = 'up' | 'step' | { readonly microtasks: number; readonly tasks: number };

/** One call, as it was drawn. */
export interface Plan {
  readonly n: number;
  readonly plugin: number;
  readonly kind: KindName;
  readonly options: ExecuteOptions;
  readonly abort: Abort | undefined;
  /** What happens to the page just before. */
  readonly event: 'frame lost' | 'plugin switched' | undefined;
}

const NAMES = Object.keys(KINDS) as KindName[];
/** What surely counts against a plugin. */
const FAULTS = NAMES.filter((name) => kindOf(name).harmful && kindOf(name).ends.length === 1);
/** Plugins that are called far more often than others, so that calls of one meet. */
const POPULAR = 4;
const POPULARITY = 0.3;
/** The last plugins are mostly at fault, so that some are struck. */
const ROGUES = 3;
const ROGUERY = 0.85;
const FRAME_LOST = 1 / 150;
const SWITCHED = 1 / 80;
const ABORTED = 0.12;

/**
 * Draws one call after another: number `n` is the same for the same seed, however the calls before it went. Each takes
 * the same count of numbers, whatever it becomes.
 */
export function drawPlans(random: () => number, plugins: number): () => Plan {
  const below = (part: number, count: number) => Math.floor(part * count);
  const pick = (names: readonly KindName[], part: number): KindName => {
    let left = part * names.reduce((sum, name) => sum + kindOf(name).weight, 0);
    for (const name of names) {
      left -= kindOf(name).weight;
      if (left < 0) return name;
    }
    return 'answer';
  };
  let drawn = 0;
  return () => {
    const [event, crowd, which, rogue, what, option, gives, when, far] = Array.from({ length: 9 }, random) as [
      ...[number, number, number, number, number, number, number, number, number],
    ];
    const plugin = below(which, crowd < POPULARITY ? POPULAR : plugins);
    const kind = pick(plugin >= plugins - ROGUES && rogue < ROGUERY ? FAULTS : NAMES, what);
    const hops = { microtasks: below(far, 200), tasks: when < 0.6 ? 0 : below(far, 40) };
    const somewhere: Abort = when < 0.3 ? 'up' : kind === 'steps' ? 'step' : hops;
    return {
      n: ++drawn,
      plugin,
      kind,
      options: kindOf(kind).options?.(option) ?? {},
      abort: kind === 'wait' ? 'up' : gives < ABORTED ? somewhere : undefined,
      event: event < FRAME_LOST ? 'frame lost' : event < FRAME_LOST + SWITCHED ? 'plugin switched' : undefined,
    };
  };
}

/** Characters of a big result. */
export const BIG = 200_000;

/** A plugin with one tool, which does what its arguments say. */
export const pluginSource = (id: string, tool: string): string => `export const manifest = { id: '${id}' };
registerTool({ name: '${tool}', description: 'soak', mode: 'read', parameters: { type: 'object' },
  exec: async ({ n, what }, ctx) => {
    ctx.log('up ' + n);
    if (what === 'steps') for (let done = 1; done <= 8; done++) await ctx.progress({ done });
    if (what === 'throw') throw new Error('told ' + n);
    if (what === 'wait') await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
    if (what === 'forever') await new Promise(() => {});
    if (what === 'spin') for (;;);
    if (what === 'native') Array.prototype.indexOf.call({ length: 2 ** 32 }, 1);
    if (what === 'memory') for (const kept = []; ; ) kept.push(new Uint8Array(65_536));
    if (what === 'crash') (0, eval)('('.repeat(5_000));
    const size = what === 'big' ? ${BIG} : what === 'huge' ? 2_000_000 : 0;
    return { from: '${tool}', n, text: 'x'.repeat(size) };
  } });`;
