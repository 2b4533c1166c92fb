import type { Locator } from 'playwright';
import type { DrawerTab } from '../../src/ui/drawer/drawer-tabs.js';
import type { App } from './app.js';

/** Runs a slash command as a user would. @returns what it passes on. */
export async function slash({ page }: Pick<App, 'page'>, text: string): Promise<string> {
  const { pipe, isError, errorMessage } = await page.evaluate(
    (command) => SillyTavern.getContext().executeSlashCommandsWithOptions(command),
    text,
  );
  if (isError) throw new Error(errorMessage);
  return String(pipe);
}

/** Opens Bulkhead's drawer on one of its tabs. */
export async function openDrawer(app: App, tab: DrawerTab = 'plugins'): Promise<Locator> {
  await slash(app, '/bulkhead');
  await showTab(app, tab);
  return app.page.locator('bulkhead-drawer[open]');
}

/** Shows a tab of the drawer that is open. */
export async function showTab({ page }: App, tab: DrawerTab): Promise<void> {
  const drawer = page.locator('bulkhead-drawer[open]');
  await drawer.locator(`[data-testid=drawer-tab][data-tab=${tab}]`).click();
  await drawer.locator(`[data-tab=${tab}][aria-selected=true]`).waitFor();
}

export async function closeDrawer({ page }: App): Promise<void> {
  await page.getByTestId('drawer-close').click();
  await page.locator('bulkhead-drawer:not([open])').waitFor({ state: 'attached' });
}

/** Installs a tool from a file, as a user does, and says yes to what it asks for. */
export async function install(app: App, id: string, source: string): Promise<void> {
  const drawer = await openDrawer(app);
  const file = { name: `${id}.js`, mimeType: 'text/javascript', buffer: Buffer.from(source) };
  await drawer.getByTestId('install-file').setInputFiles([file]);
  await drawer.getByTestId('install-submit').click();
  const sheet = app.page.locator('[data-testid=consent][open]');
  await sheet.waitFor();
  await sheet.getByTestId('consent-allow').click();
  await app.page.locator(`[data-testid=plugin-row][data-plugin=${id}][data-state=on]`).waitFor();
  await closeDrawer(app);
}

/**
 * Resolves when the server has the settings, with this in them, or without it. The host saves a while after each change, so
 * the next save may be about an earlier one.
 */
export async function saved({ page }: App, text: string, within = true): Promise<void> {
  await page.waitForResponse((response) => {
    if (!response.url().includes('/api/settings/save')) return false;
    return (response.request().postData() ?? '').includes(text) === within;
  });
}
