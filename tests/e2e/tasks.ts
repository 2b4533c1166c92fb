import type { Browser, Page } from 'playwright';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What `reference` takes on one core of a server that is none of the fastest, in milliseconds. */
const REFERENCE = 10;

/** How much slower this machine computes right now than the one that `REFERENCE` was taken on: at least 1. */
const slowness = async (page: Page): Promise<number> => Math.max(1, (await page.evaluate(reference)) / REFERENCE);

/** The time that a page commonly takes for always the same: texts, objects, sorting. */
function reference(): number {
  const times: number[] = [];
  for (let round = 0; round < 21; round += 1) {
    const began = performance.now();
    const items = Array.from({ length: 10_000 }, (_, at) => ({ id: `item ${(at * 7_919) % 10_000}`, rest: { at } }));
    const copy: typeof items = JSON.parse(JSON.stringify(items));
    copy.sort((one, other) => (one.id < other.id ? -1 : 1));
    if (new Map(copy.map((item) => [item.id, item])).size !== items.length) throw new Error('items are missing');
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other)[10] ?? 0;
}

/**
 * Computing time of the longest task on the main threads of pages while `work` runs, in milliseconds. Unlike a task's time
 * on the clock it does not grow with what else the machine does; where the machine itself is slow, it is what the task would
 * take on a common one.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const thread = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  );
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && event.ph === 'X' && main.has(thread(event)));
  const times = tasks.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1_000]));
  if (times.length === 0) throw new Error('this Chromium does not tell how long a task computes');
  return Math.max(...times) / (await slowness(page));
}
