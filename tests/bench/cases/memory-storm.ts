import type { Host } from '../../../src/index.js';
import { openHost } from '../host.js';
import { mixedQueries, SEED } from '../memory/data.js';
import { atMost, type Bench, type Outcome } from '../outcome.js';
import { type OwnTime, watchOwnTime } from '../own-time.js';
import { median } from '../rounds.js';

type MemoryGraph = Awaited<ReturnType<Host['memory']['open']>>;

const NODES = 100_000;
const PER_SECOND = 1_000;
const VIEWS = 20;
/** Searches that one task asks for at most: a page that was held up does not make up for it at a stroke. */
const AT_ONCE = 10;
const LONG_MS = 50;

/** A window of one kind comes in parts that take turns with the other's, so that both see the same machine. */
const PART_MS = 500;

/** What the parts of one window saw. */
interface Window {
  /** Between two frames, the shortest first. */
  readonly gaps: readonly number[];
  /** Milliseconds of our own handlers: of each, and of all together. */
  readonly handlers: readonly number[];
  readonly ownMs: number;
  readonly searches: number;
}

/** Gaps between two frames, by the clock in the callback: its own timestamp stays on the grid, whatever happens. */
function watchFrames(): () => readonly number[] {
  const gaps: number[] = [];
  let last = performance.now();
  let over = false;
  const frame = () => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
    if (!over) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return () => {
    over = true;
    return gaps.slice(1);
  };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Watches one part, and adds it to what its window saw before. */
async function watching(own: OwnTime, seen: Window, work: () => Promise<number>): Promise<Window> {
  own.take();
  const before = own.stretches.length;
  const end = watchFrames();
  const searches = await work();
  const gaps = [...seen.gaps, ...end()].sort((a, b) => a - b);
  const handlers = [...seen.handlers, ...own.stretches.slice(before).map(({ ms }) => ms)];
  return { gaps, handlers, ownMs: seen.ownMs + own.take(), searches: seen.searches + searches };
}

const NOTHING: Window = { gaps: [], handlers: [], ownMs: 0, searches: 0 };
const GAPS = {
  longest: ({ gaps }: Window) => gaps.at(-1) ?? Number.NaN,
  p99: ({ gaps }: Window) => gaps[Math.ceil(gaps.length * 0.99) - 1] ?? Number.NaN,
};

/** So many searches a second, evenly, whatever becomes of those before. */
async function storm(graph: MemoryGraph, own: OwnTime, queries: readonly string[], ms: number): Promise<number> {
  const began = performance.now();
  const all: Promise<unknown>[] = [];
  for (let now = 0; now < ms; now = performance.now() - began) {
    const due = Math.min((now / 1_000) * PER_SECOND, all.length + AT_ONCE);
    while (all.length < due) {
      const query = queries[all.length % queries.length] ?? '';
      // A page lets go of what it has shown: kept, every answer would be copied by the garbage collector.
      all.push(own.count(() => graph.session.keywordSearch({ query, k: VIEWS })).then(() => {}));
    }
    await sleep(4);
  }
  await Promise.all(all);
  return all.length;
}

/** The parts of a file that a worker makes up: the page's heap holds none of it for long. */
async function* madeUp(): AsyncGenerator<string> {
  const worker = new Worker('/bench/made-up.js', { type: 'module' });
  const parts: (string | null)[] = [];
  let wake = () => {};
  worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
    parts.push(data);
    wake();
  });
  worker.postMessage({ seed: SEED, nodes: NODES });
  for (;;) {
    while (parts.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    const part = parts.shift();
    if (typeof part !== 'string') break;
    yield part;
  }
  worker.terminate();
}

async function openLarge(): Promise<{ graph: MemoryGraph; close: () => Promise<void> }> {
  const host = await openHost();
  const graph = await host.memory.open('storm');
  await graph.import(madeUp());
  return { graph, close: () => host.dispose() };
}

/** What the page's own thread sees of a thousand searches a second. */
export const memoryStorm: Bench = {
  name: 'memory-storm',
  async run(quick) {
    const own = watchOwnTime();
    await own.calibrate();
    const { graph, close } = await openLarge();
    const { nodes } = await graph.info();
    const queries = mixedQueries(500);
    // Makes the index.
    const [first] = await graph.session.keywordSearch({ query: queries.join(' '), k: VIEWS });
    const [windows, parts] = quick ? [3, 2] : [5, 8];
    const ms = parts * PART_MS;
    const tasks: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
    observer.observe({ type: 'longtask' });
    const [idle, busy]: [Window[], Window[]] = [[], []];
    const from = performance.now();
    for (let i = 0; i < windows; i++) {
      const still = async () => {
        await sleep(PART_MS);
        return 0;
      };
      let [quiet, full] = [NOTHING, NOTHING];
      for (let part = 0; part < parts; part++) {
        quiet = await watching(own, quiet, still);
        full = await watching(own, full, () => storm(graph, own, queries, PART_MS));
      }
      idle.push(quiet);
      busy.push(full);
    }
    tasks.push(...observer.takeRecords());
    observer.disconnect();
    await close();
    const long = tasks.filter(({ duration }) => duration > LONG_MS);
    const stretches = own.stretches.filter(({ start }) => start >= from);
    const ours = long.filter(({ startTime, duration }) =>
      stretches.some(
        ({ start, ms: own }) => start < startTime + duration && start + own > startTime && own > LONG_MS / 2,
      ),
    );
    const searches = busy.reduce((sum, window) => sum + window.searches, 0);
    const differ =
      nodes === NODES && first ? null : `${nodes} nodes are there, and ${first ? 'one' : 'none'} was found`;
    const plain = {
      peer: null,
      ratio: null,
      ratioMin: null,
      ratioMax: null,
      alternatives: [],
      rounds: windows,
      differ,
    };
    const storming = `${PER_SECOND} searches of ${VIEWS} views a second, ${NODES} nodes`;
    const beside = (name: keyof typeof GAPS, limit: number, stretch?: number): Outcome => {
      const gap = GAPS[name];
      const ratios = busy.map((window, i) => gap(window) / gap(idle[i] ?? NOTHING));
      const timing = (what: string, all: readonly Window[]) => {
        const values = all.map(gap);
        return { name: what, p50: median(values), min: Math.min(...values), max: Math.max(...values) };
      };
      const alternatives = [timing('storm', busy), timing('idle', idle)];
      return {
        ...{ ...plain, alternatives, unit: 'ms', notes: [], goal: atMost(limit, stretch) },
        name: `memory-storm-${name}`,
        what: `${name === 'longest' ? 'longest' : 'p99'} gap between two frames: ${storming} / idle`,
        ours: median(busy.map(gap)),
        peer: median(idle.map(gap)),
        ratio: median(ratios),
        ratioMin: Math.min(...ratios),
        ratioMax: Math.max(...ratios),
      };
    };
    return [
      {
        ...plain,
        name: 'memory-storm',
        what: `main-thread time of one of our own handlers, median: ${storming}`,
        unit: 'ms',
        ours: median(busy.map(({ handlers }) => median(handlers))),
        goal: atMost(0.3),
        notes: [
          `${searches} searches answered in ${((windows * ms) / 1_000).toFixed(0)} s; in windows of ${ms} ms, whose parts of ${PART_MS} ms take turns with idle ones; seed ${SEED}`,
          `asking and answer of one search together take ${median(busy.map(({ ownMs, searches }) => ownMs / Math.max(1, searches))).toFixed(3)} ms, mean`,
          `of each stretch ${own.emptyMs.toFixed(3)} ms are subtracted, which the measuring itself takes`,
        ],
      },
      {
        ...plain,
        name: 'memory-storm-tasks',
        what: `tasks of ours over ${LONG_MS} ms: ${storming}`,
        unit: 'tasks',
        ours: ours.length,
        goal: atMost(0),
        notes: [
          `${long.length} long tasks on the page in all; the longest stretch of ours took ${Math.max(0, ...stretches.map((one) => one.ms)).toFixed(1)} ms`,
        ],
      },
      beside('longest', 1.8, 1.3),
      beside('p99', 1.3),
    ];
  },
};
