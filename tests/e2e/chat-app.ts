import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { asking, STORE, tool } from '../browser/permissions/plugins.js';

/** A plugin that asks for a store. */
export const KEEPER = asking('keeper', [STORE], tool('keep', 'write', 'return 1'));
/** A plugin that asks each time before it writes into the chat. */
export const CHATTER = asking(
  'chatter',
  [
    { id: 'see', cap: 'chat.read', scope: 'all', reason: 'to see the chat' },
    { id: 'say', cap: 'chat.write', scope: 'all', reason: 'to answer' },
  ],
  tool('say', 'write', 'await ctx.chat.append({ text: args.text }); return "said"'),
);

/** How the chat application is opened: `asks` is its query; its drawer stays `closed`. */
export type Manner = BrowserContextOptions & { readonly asks?: string; readonly closed?: boolean };

/** Opens the chat application, and its drawer. */
export async function openChatApp(browser: Browser, url: string, how: Manner = {}): Promise<Page> {
  const { asks = '', closed = false, ...context } = how;
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...context });
  await page.goto(`${url}?${asks}`);
  await page.waitForFunction(() => window.told !== undefined);
  if (!closed) {
    await page.locator('#open').click();
    await page.locator('[data-testid=wall][data-stands=true]').first().waitFor({ state: 'attached' });
  }
  return page;
}

/** Test id or id of what has the focus, however deep. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute('data-testid') ?? at?.id ?? '';
  });

/** Waits until what has this test id or id has the focus, however deep. */
export const focusOn = (page: Page, wanted: string) =>
  page.waitForFunction((name) => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute('data-testid') === name || at?.id === name;
  }, wanted);

/** Presses keys, one after another. */
export const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Installs a plugin without the interface, switched on, with all it asks for. */
export const give = (page: Page, code: string) =>
  page.evaluate((source) => window.app.plugins.install({ code: source }, { enable: true, allow: 'all' }), code);

/** The row of a plugin in a state. */
export const row = (page: Page, id: string, state = 'on'): Locator =>
  page.locator(`[data-testid=plugin-row][data-plugin=${id}][data-state=${state}]`);

/** Drags a file over a place and drops it there, the way a file manager does. @returns whether each was taken. */
export const drop = (page: Page, selector: string, name: string, text: string): Promise<boolean[]> =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (place, [file, content]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], file, { type: 'text/javascript' }));
        const event = { dataTransfer, bubbles: true, composed: true, cancelable: true };
        return ['dragover', 'drop'].map((type) => !place.dispatchEvent(new DragEvent(type, event)));
      },
      [name, text] as const,
    );
