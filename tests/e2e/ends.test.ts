import type { Browser, Page } from 'playwright';
import { expect, test } from 'vitest';
import { openBrowser } from './browser.js';
import { type HostPage, serveHostPage } from './host-page.js';
import { longestTask } from './tasks.js';

async function openHost(browser: Browser, site: HostPage): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction(() => window.bulkhead !== undefined);
  await page.evaluate(async () => {
    window.host = window.bulkhead.createHost({ assets: window.bulkhead.assetsAt('/dist/'), store: null });
    const bodies = {
      add: 'return args.a + args.b',
      wait: 'await new Promise(() => {})',
      send: 'for (;;) ctx.log("x")',
      scan: 'Array.prototype.indexOf.call({ length: 2 ** 32 - 1 }, 1)',
    };
    for (const [name, body] of Object.entries(bodies)) {
      const code = `registerTool({ name: '${name}', mode: 'read', exec: async (args, ctx) => { ${body} } });`;
      await window.host.plugins.install({ code }, { enable: true });
    }
  });
  return page;
}

/** Seconds of CPU that all of this browser's processes have used. */
async function cpuSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

test('a frame whose process is killed: its calls reject with WORKER_LOST, the next call works', async () => {
  await using browser = await openBrowser(true);
  await using site = await serveHostPage();
  const page = await openHost(browser, site);
  // Playwright takes a dead frame for a dead page, so the page tells us itself.
  await page.evaluate(() => {
    const report = (value: unknown) => fetch('/report', { method: 'POST', body: JSON.stringify(value) });
    void window.host.tools.execute('wait', {}).catch(async (error: { code: string }) => {
      const { value } = await window.host.tools.execute('add', { a: 1, b: 2 });
      await report({
        code: error.code,
        value,
        walls: window.host.status().walls.filter(({ stands }) => stands).length,
      });
    });
  });
  await page.waitForFunction(() => window.host.status().calls === 1);
  const frame = page.frames().find((found) => found.url().endsWith('/frame.html'));
  if (!frame) throw new Error('no frame');
  const report = site.report();
  const session = await page.context().newCDPSession(frame);
  session.send('Page.crash').catch(() => {});
  expect(JSON.parse(await report)).toEqual({ code: 'WORKER_LOST', value: 3, walls: 5 });
});

test('after stopAll the CPU is free again within three seconds', async () => {
  await using browser = await openBrowser(true);
  await using site = await serveHostPage();
  const page = await openHost(browser, site);
  await page.evaluate(() => {
    for (const name of ['send', 'scan']) window.host.tools.execute(name, {}).catch(() => {});
  });
  await page.waitForFunction(() => window.host.status().calls === 2);
  // The control: while they run, the CPU is not free. A machine with much else to do gives them less of it.
  const began = await cpuSeconds(browser);
  await expect.poll(async () => (await cpuSeconds(browser)) - began, { timeout: 5_000 }).toBeGreaterThan(0.25);
  expect(await page.evaluate(() => window.host.status().calls)).toBe(2);
  await page.evaluate(() => window.host.stopAll());
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const before = await cpuSeconds(browser);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await cpuSeconds(browser)) - before).toBeLessThan(0.25);
});

/** Frames that the page draws until something is over, and how long that took. */
interface Drawn {
  readonly frames: number;
  readonly ms: number;
  readonly code?: string;
}

/** Frames while a guest runs a loop that the engine cannot interrupt, until its time is up. */
const besideGuest = (page: Page): Promise<Drawn> =>
  page.evaluate(async () => {
    const began = performance.now();
    let [frames, running] = [0, true];
    const frame = () => {
      frames += 1;
      if (running) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const call = window.host.tools.execute('scan', {}, { cpuMs: 2_000 });
    const code = await call.then(
      () => 'none',
      (error: { code: string }) => error.code,
    );
    running = false;
    return { frames, ms: performance.now() - began, code };
  });

/** The control: frames for as long while a worker without a host runs the same loop. */
const besideWorker = (page: Page, ms: number): Promise<Drawn> =>
  page.evaluate(async (forMs) => {
    const source = 'postMessage(0); for (;;) Array.prototype.indexOf.call({ length: 2 ** 32 - 1 }, 1)';
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
    await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
    const began = performance.now();
    let frames = 0;
    while (performance.now() - began < forMs) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      frames += 1;
    }
    worker.terminate();
    return { frames, ms: performance.now() - began };
  }, ms);

test('the page stays alive while a guest spins: it draws as beside any worker, and no task of it is long', async () => {
  await using browser = await openBrowser(true);
  await using site = await serveHostPage();
  const page = await openHost(browser, site);
  // Once for what a first call loads and compiles.
  await page.evaluate(() => window.host.tools.execute('add', { a: 1, b: 2 }));
  let beside: Drawn = { frames: 0, ms: 0 };
  const longest = await longestTask(browser, page, async () => {
    beside = await besideGuest(page);
  });
  expect(beside.code).toBe('TOOL_TIMEOUT');
  const control = await besideWorker(page, beside.ms);
  console.log(
    `${beside.frames} frames in ${beside.ms.toFixed(0)} ms beside a guest, ${control.frames} in ${control.ms.toFixed(0)} ms beside a worker; longest task ${longest.toFixed(1)} ms`,
  );
  // A guest on this thread would have computed here for the whole two seconds, and left room for a frame or two.
  expect(longest).toBeLessThan(50);
  expect(beside.frames).toBeGreaterThan(control.frames / 4);
});
