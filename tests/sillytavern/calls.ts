import type { Locator } from 'playwright';
import type { Asked } from '../../scripts/sillytavern/model.mjs';
import type { App } from './app.js';
import { slash } from './drawer.js';

/** What a page of SillyTavern has of ours, as tests use it. */
declare global {
  var STAgentSkills: { register(config?: unknown): string };
  /** What skills of a test were called with. */
  var seen: unknown[];
}

/** Registers skills as another extension does: some answer, one fails, one waits until it is stopped, one never ends. */
export async function registerSkills({ page }: App): Promise<void> {
  await page.evaluate(() => {
    globalThis.seen = [];
    const { register } = globalThis.STAgentSkills;
    const note = (name: string) => (call: { readonly args: unknown }) => {
      globalThis.seen.push([name, call.args]);
      return { [name]: call.args };
    };
    register({ name: 'weather', description: 'Says the weather of {{user}}’s city.', action: note('weather') });
    register({ name: 'clock', description: 'Says the time.', action: note('clock') });
    register({
      name: 'broken',
      description: 'Fails.',
      action: () => {
        throw new Error('the well is dry');
      },
    });
    register({
      name: 'wait_long',
      description: 'Waits.',
      action: (_call: unknown, signal: AbortSignal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    register({ name: 'spin', description: 'Computes for ever.', action: 'async () => { while (true) {} }' });
  });
}

/** Loads a page of its own for a test, the breaker counts the calls of half a minute, with skills that are called by text. */
export async function freshCalls(app: App): Promise<void> {
  await app.load();
  await app.connect({ streaming: true });
  await slash(app, '/newchat');
  await registerSkills(app);
  const chosen = await slash(app, '/bulkhead calls text bracket-call');
  if (chosen !== 'text bracket-call') throw new Error(`calls are ${chosen}`);
}

/** What tells the user that a skill is at work. */
export const running = ({ page }: App, name: string): Locator =>
  page.locator('#toast-container').getByText(`${name} is running`);

/** Waits until a message of the chat shows a text. */
export const shown = ({ page }: App, text: string): Promise<void> =>
  page.locator('#chat .mes_text').getByText(text).last().waitFor();

/** How the list of skills begins, and the reminder, in a request. */
export const LIST = 'Available tools:';
export const REMINDER = '[Tools you can call in the form described above:';

/** The contents of a request's messages of one role. */
export const said = (request: Asked | undefined, role: string): string[] =>
  (request?.messages ?? []).filter((message) => message.role === role).map(({ content }) => String(content));

/** How often a text stands in a request. */
export const times = (request: Asked | undefined, text: string): number =>
  JSON.stringify(request?.messages).split(JSON.stringify(text).slice(1, -1)).length - 1;

/** The texts of the chat that is open. */
export const texts = ({ page }: App): Promise<(string | undefined)[]> =>
  page.evaluate(() => SillyTavern.getContext().chat.map(({ mes }) => mes));

/** Waits until the host has streamed a text so far. @returns what waits for it. */
export async function streamed({ page }: App, text: string): Promise<() => Promise<void>> {
  const seen = await page.evaluateHandle((wanted) => {
    const { eventSource, eventTypes } = SillyTavern.getContext();
    const found = { yes: false };
    eventSource.on(eventTypes.STREAM_TOKEN_RECEIVED ?? '', (soFar: string) => {
      if (soFar.includes(wanted)) found.yes = true;
    });
    return found;
  }, text);
  return async () => void (await page.waitForFunction(({ yes }) => yes, seen));
}
