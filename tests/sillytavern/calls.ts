import type { Asked } from '../../scripts/sillytavern/model.mjs';
import type { App } from './app.js';

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
