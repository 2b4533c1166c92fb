// `npm run demo`: the main job in a terminal. Installs the examples in a real browser, calls them, shows what stopped what.
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';
import { serveWorkbench } from './serve.mjs';

const CALLS = [
  { tool: 'roll_dice', args: { notation: '4d6kh3+2' } },
  { tool: 'roll_dice', args: { notation: '2d20', times: 3 } },
  { tool: 'roll_dice', args: { notation: 42 } },
  { tool: 'roll_dice', args: { notation: 'not dice' } },
  { tool: 'count_primes', args: { limit: 20_000 } },
  { tool: 'count_primes', args: { limit: 10_000_000 }, options: { abortAfterMs: 400 } },
  { tool: 'hang', args: { how: 'loop' }, options: { cpuMs: 500 } },
  { tool: 'hang', args: { how: 'native' }, options: { cpuMs: 500 } },
  { tool: 'hang', args: { how: 'await' }, options: { timeoutMs: 500 } },
  { tool: 'roll_dice', args: { notation: 'd%' } },
];

const STOPPED_BY = {
  guest: 'the tool itself',
  validation: 'its schema, before it ran',
  interrupt: 'ring 1: interrupt',
  pump: 'ring 2: job pump',
  watchdog: 'ring 3: worker ended',
  memory: 'wall 2: memory',
  engine: 'wall 2: engine fault',
  abort: 'its caller',
};

/** In the page: one call, and what came of it. */
async function call({ tool, args, options = {} }) {
  const began = performance.now();
  const { abortAfterMs, ...limits } = options;
  const signal = abortAfterMs === undefined ? undefined : AbortSignal.timeout(abortAfterMs);
  try {
    const { value } = await window.bulkhead.tools.execute(tool, args, { ...limits, ...(signal && { signal }) });
    return { result: JSON.stringify(value), ms: performance.now() - began, by: '' };
  } catch (error) {
    const by = signal?.aborted ? 'abort' : (error.details?.stoppedBy ?? '');
    const code = typeof error.code === 'string' ? error.code : error.name;
    return { result: `${code}: ${error.message}`, ms: performance.now() - began, by };
  }
}

const cut = (text, width) => (text.length > width ? `${text.slice(0, width - 1)}…` : text).padEnd(width);

const workbench = await serveWorkbench();
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  const page = await browser.newPage();
  await page.goto(`${workbench.url}#tools`);
  await page.waitForFunction(() => window.bulkhead !== undefined);
  for (const url of ['/examples/dice/dist/dice.plugin.js', '/examples/slow/slow.plugin.js']) {
    const { id, tools, sourceBytes } = await page.evaluate(
      (given) => window.bulkhead.plugins.install({ url: given }, { enable: true }),
      url,
    );
    console.log(`installed ${id}: ${tools.map(({ name }) => name).join(', ')} (${Math.round(sourceBytes / 1024)} KiB)`);
  }
  const walls = await page.evaluate(() => window.bulkhead.status().walls);
  console.log(
    `walls: ${walls.map(({ wall, name, stands }) => `${wall} ${name} ${stands ? 'stands' : 'MISSING'}`).join(' · ')}\n`,
  );
  console.log(`${cut('call', 46)} ${cut('result', 58)} ${'ms'.padStart(6)}  stopped by`);
  for (const one of CALLS) {
    const { result, ms, by } = await page.evaluate(call, one);
    const name = `${one.tool} ${JSON.stringify(one.args)}`;
    console.log(`${cut(name, 46)} ${cut(result, 58)} ${String(Math.round(ms)).padStart(6)}  ${STOPPED_BY[by] ?? by}`);
  }
} finally {
  await browser.close();
  await workbench.close();
}
