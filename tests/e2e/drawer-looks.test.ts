import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { CHATTER, give, type Manner, openChatApp, row } from './chat-app.js';
import { browser, chatApp } from './harness.js';
import { tooSmall, violations } from './looks.js';

const open = (how: Manner = {}): Promise<Page> => openChatApp(browser, chatApp.url, how);

const MANNERS: readonly (BrowserContextOptions & { readonly name: string; readonly least: number })[] = [
  { name: 'light', colorScheme: 'light', least: 32 },
  { name: 'dark', colorScheme: 'dark', least: 32 },
  { name: 'forced colours', forcedColors: 'active', least: 32 },
  { name: 'a phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, least: 44 },
];
for (const { name, least, ...context } of MANNERS) {
  test(`axe finds nothing wrong, every control is large enough and nothing is clipped: ${name}`, async () => {
    for (const asks of ['lang=en', 'lang=zh-cn&glass']) {
      const page = await open({ ...context, asks });
      await give(page, CHATTER);
      await row(page, 'chatter').waitFor();
      for (const tab of ['log', 'tools', 'plugins']) {
        await page.locator(`[data-testid=drawer-tab][data-tab=${tab}]`).click();
        if (tab === 'tools') await page.locator('bulkhead-bridges summary').click();
        expect(await violations(page), tab).toEqual([]);
        expect(await tooSmall(page, least), tab).toEqual([]);
      }
      await page.getByTestId('erase').click();
      expect(await violations(page)).toEqual([]);
      expect(await tooSmall(page, least)).toEqual([]);
      const wide = await page.locator('.body').evaluate((body) => body.scrollWidth - body.clientWidth);
      expect(wide).toBe(0);
      await page.getByTestId('plugin-open').click();
      await page.getByTestId('plugin-page').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await tooSmall(page, least)).toEqual([]);
      await page.getByTestId('page-close').click();
      await page.getByTestId('plugin-remove').click();
      const toast = await page.getByTestId('toast').boundingBox();
      const drawer = await page.locator('bulkhead-drawer').boundingBox();
      expect(toast?.x).toBeGreaterThanOrEqual(drawer?.x ?? Number.POSITIVE_INFINITY);
      await page.getByTestId('undo').click();
      await page.getByTestId('kill').click();
      await page.getByTestId('safe-mode').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.close();
    }
  });

  test(`axe finds nothing wrong with a question above the message box: ${name}`, async () => {
    const page = await open({ ...context, closed: true });
    await give(page, CHATTER);
    await page.evaluate(() => void window.app.tools.execute('say', { text: 'hi' }).catch(() => {}));
    await page.locator('[data-testid=ask-yes]:enabled').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await tooSmall(page, least)).toEqual([]);
    expect(await page.getByTestId('ask-no').evaluate((no) => no.getBoundingClientRect().bottom)).toBeLessThan(
      page.viewportSize()?.height ?? 0,
    );
    await page.close();
  });
}
