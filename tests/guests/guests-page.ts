import type { Page } from 'playwright';
import { openBrowser } from '../e2e/browser.js';
import { serveHostPage } from '../e2e/host-page.js';
import type { Outcome } from './outcomes.js';

export interface GuestsPage extends AsyncDisposable {
  /** Installs a plugin, calls its tool `main` once, and removes it. */
  run(source: string): Promise<Outcome>;
}

const call = (page: Page, source: string): Promise<Outcome> =>
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

/** A page with the built package and a host with the default limits: each plugin runs in a worker of its own behind all walls. */
export async function openGuestsPage(): Promise<GuestsPage> {
  const [browser, site] = await Promise.all([openBrowser(), serveHostPage()]);
  const page = await browser.newPage({ locale: 'en-US' });
  await page.goto(site.url);
  await page.waitForFunction(() => window.bulkhead);
  await page.evaluate(() => {
    window.host = window.bulkhead.createHost();
  });
  return {
    run: (source) => call(page, source),
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await site[Symbol.asyncDispose]();
    },
  };
}
