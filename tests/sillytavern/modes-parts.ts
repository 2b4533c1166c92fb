import { type App, type AppOptions, openApp } from './app.js';
import { texts } from './calls.js';
import { saved, slash } from './drawer.js';

/** Changes what is kept about modes, as the drawer does. */
export const chooseModes = ({ page }: App, change: object): Promise<void> =>
  page.evaluate((modes) => {
    const context = SillyTavern.getContext();
    const kept = Object(context.extensionSettings.bulkhead) as { modes?: object };
    context.extensionSettings.bulkhead = { ...kept, modes: { ...kept.modes, ...modes } };
    context.saveSettingsDebounced();
  }, change);

/** Names of the files of ours that the page has loaded. */
export const loaded = ({ page }: App): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/bulkhead/'))
      .map((name) => name.slice(name.lastIndexOf('/') + 1)),
  );

/** The application, connected, in a chat of its own. */
export async function openModesApp(options: AppOptions = {}): Promise<App> {
  const app = await openApp(options);
  await app.load();
  await app.connect();
  // The connection is in this save, too: a reload finds it.
  const kept = saved(app, '"modes"');
  await chooseModes(app, {});
  await kept;
  return app;
}

/** The last message of the chat that is open. */
export const last = async (app: App): Promise<string | undefined> => (await texts(app)).at(-1);

/** Begins a run by hand, without waiting for its end. */
export const begin = (app: App, command: string): Promise<unknown> =>
  slash(app, command).catch((error: Error) => error);
