import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { openBrowser } from './browser.js';

/** The browser of a file that imports this: there from its first test to its last. */
export let browser: Browser;

/** What all files are served; to a page each time as if for the first time. */
export const { chatApp, gallery } = inject('served');

const { url: home } = inject('served').workbench;
/** The workbench: `url` opens its tools, `home` what a newcomer sees. */
export const workbench = { url: `${home}#tools`, home };

beforeAll(async () => {
  browser = await openBrowser();
});

// No page of a test is there in the next one, whether it has passed or not.
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(() => browser?.close());
