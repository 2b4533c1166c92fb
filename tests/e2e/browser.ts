import { type Browser, chromium, type Page } from 'playwright';
import { CHROMIUM_FLAGS, findChromium, findHeadless } from '../../scripts/chromium.mjs';

/** A real Chromium, headless, closed by `await using`. `whole`: with a process for each frame without an origin, as users have it. */
export async function openBrowser(whole = false): Promise<Browser & AsyncDisposable> {
  const executablePath = (whole ? findChromium() : findHeadless()) ?? '';
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}

/** Collects what a user would see as broken: errors of the page and of its console. */
export function troubles(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  return found;
}
