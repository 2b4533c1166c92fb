import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright';
import { rolldown } from 'rolldown';
import { expect } from 'vitest';
import type { IterationStudio } from '../../src/hosts/sillytavern/studio/iteration-studio.js';
import { type App, type ExtensionFiles, manifest } from './app.js';

/** What the extension of the smallest adapter leaves in the page. */
declare global {
  /** Opens its studio. @returns once it is closed. */
  var openGreeting: (adapter?: object) => Promise<void>;
  /** Settled studios, by how they ended. */
  var greetings: string[];
}

/** An extension of somebody else's with the contract's smallest adapter: one text in its own settings. */
export async function greeter(): Promise<ExtensionFiles> {
  const input = fileURLToPath(new URL('../fixtures/studio/smallest.ts', import.meta.url));
  const build = await rolldown({ input });
  const { output } = await build.generate({ format: 'es' });
  await build.close();
  return {
    'manifest.json': manifest('greeter'),
    'smallest.js': output[0].code,
    'index.js': `import { smallestAdapter } from './smallest.js';
globalThis.greetings = [];
globalThis.openGreeting = (more = {}) => {
  const context = SillyTavern.getContext();
  const settings = (context.extensionSettings.greeting ??= { greeting: 'Good day' });
  const adapter = context.iterationStudio.defineAdapter({ ...smallestAdapter(context.iterationStudio), ...more });
  return context.iterationStudio.open(adapter, context, settings, document.body)
    .then(() => globalThis.greetings.push('closed'), (error) => globalThis.greetings.push(error.message));
};`,
  };
}

/** What extensions find on a context. */
export type StudioApi = IterationStudio;

/** Opens the extension's studio. @returns its popup. */
export async function showGreeting({ page }: App): Promise<Locator> {
  await page.evaluate(() => void globalThis.openGreeting());
  const popup = page.locator('dialog.luker-studio[open]');
  // Why it does not open is said by a failing test.
  await expect
    .poll(async () => [...(await page.evaluate(() => globalThis.greetings)), await popup.count()], { timeout: 15_000 })
    .toEqual([1]);
  await popup.getByTestId('studio-input').waitFor();
  return popup;
}

/** Writes a request, and sends it. */
export async function say(popup: Locator, text: string): Promise<void> {
  await popup.getByTestId('studio-input').fill(text);
  await popup.getByTestId('studio-input').press('Enter');
}

/** Closes it; what is under way is waited for. */
export async function closeStudio(popup: Locator): Promise<void> {
  await popup.getByTestId('studio-send').waitFor();
  await popup.getByTestId('studio-close').click();
  await popup.waitFor({ state: 'detached' });
}
