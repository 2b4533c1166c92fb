import type { Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from '../e2e/browser.js';
import { setup as build } from '../e2e/build.js';
import { type HostPage, serveHostPage } from '../e2e/host-page.js';
import { type Outcome, testEachPackage } from './outcomes.js';

let browser: Awaited<ReturnType<typeof openBrowser>>;
let site: HostPage;
let page: Page;

beforeAll(async () => {
  build();
  [browser, site] = await Promise.all([openBrowser(), serveHostPage()]);
  page = await browser.newPage({ locale: 'en-US' });
  await page.goto(site.url);
  await page.waitForFunction(() => window.bulkhead);
  await page.evaluate(() => {
    window.host = window.bulkhead.createHost();
  });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
});

/** How a plugin does in a worker of its own behind all walls, within the default limits. */
const run = (source: string): Promise<Outcome> =>
  page.evaluate(async (code) => {
    const failed = (at: 'load' | 'call', error: unknown) => {
      const { code: word, message } = error as { readonly code?: string; readonly message: string };
      return { at, code: word, message };
    };
    const { plugins, tools } = window.host;
    const installed = await plugins.install({ code }, { enable: true }).catch((error) => failed('load', error));
    if ('at' in installed) return installed;
    const outcome = await tools.execute('main', {}).then(
      ({ value }) => ({ value }),
      (error) => failed('call', error),
    );
    await plugins.remove(installed.id);
    return outcome;
  }, source);

testEachPackage(run);
