import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.mjs';
import { bundleBenches } from './bundle.mjs';
import { residentMb } from './memory.mjs';
import { serveBenches } from './serve.mjs';

/** A browser whose pages may collect, and in which memory is measured at once instead of at the next collection. */
const COLLECTING = ['--js-flags=--expose-gc', '--enable-blink-features=ForceEagerMeasureMemory'];

/** A browser of its own with one bench in it: nothing that an earlier one left behind is measured. */
async function inBrowser(url, flags, work) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_FLAGS, ...flags] });
  try {
    const page = await browser.newPage();
    const troubles = [];
    page.on('pageerror', (error) => troubles.push(error.message));
    await page.exposeFunction('residentMb', () => residentMb(browser, page));
    await page.goto(url);
    await page.waitForFunction(() => window.benches !== undefined);
    const result = await work(page, browser);
    if (troubles.length > 0) throw new Error(`the page reported: ${troubles.join('; ')}`);
    return result;
  } finally {
    await browser.close();
  }
}

/** Opens the suite: its names, and a function that runs one of them. The library must have been built. */
export async function openSuite() {
  const server = await serveBenches(await bundleBenches());
  const { benches, version, isolated } = await inBrowser(server.url, [], async (page, browser) => ({
    benches: await page.evaluate(() => window.benches),
    version: browser.version(),
    isolated: await page.evaluate(() => window.crossOriginIsolated),
  }));
  return {
    names: benches.map(({ name }) => name),
    version,
    isolated,
    run: (name, quick) => {
      // Collected between two blocks, instances of one do not use up the process's room for memories before the next.
      const flags = benches.find((bench) => bench.name === name).collects ? COLLECTING : [];
      return inBrowser(server.url, flags, (page) =>
        page.evaluate(([wanted, few]) => window.runBench(wanted, few), [name, quick]),
      );
    },
    close: server.close,
  };
}
