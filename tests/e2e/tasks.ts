import type { Browser, Page } from 'playwright';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Computing time of the longest task on the main threads of pages while `work` runs, in milliseconds of CPU. It counts what
 * the thread computed, not how long it waited for a core: a machine with much else to do changes it little.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await work();
  // A task is told when it is over, and what `work` waited for may have come out of the midst of one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const thread = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  );
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && event.ph === 'X' && main.has(thread(event)));
  // A virtual machine corrects a thread's clock now and then: no task computes for longer than it takes.
  const times = tasks.flatMap(({ dur = 0, tdur }) => (tdur === undefined ? [] : [Math.min(dur, tdur) / 1_000]));
  if (times.length === 0) throw new Error('this Chromium does not tell how long a task computes');
  return Math.max(...times);
}

/**
 * The longest that a task may compute, in milliseconds: 50, which is what a user notices; or on a slow machine half as much again as the
 * longest task by which the page at `url` starts, an interface that is hardly more than its own code.
 */
export async function longestAllowed(browser: Browser, url: string): Promise<number> {
  const starts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const page = await browser.newPage();
    starts.push(await longestTask(browser, page, () => page.goto(url, { waitUntil: 'networkidle' })));
    await page.close();
  }
  const allowed = Math.max(50, 1.5 * Math.min(...starts));
  console.log(
    `a start of the page computes ${starts.map((ms) => ms.toFixed(0)).join(', ')} ms at a time: ${allowed.toFixed(0)} ms are allowed`,
  );
  return allowed;
}
