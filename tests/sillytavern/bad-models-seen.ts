import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Reply } from '../../scripts/sillytavern/model.mjs';
import type { App } from './app.js';
import type { Channel } from './bad-models.js';
import { slash } from './drawer.js';
import { chatFile, chatName } from './memory-parts.js';

/** Texts longer than this are shortened in what is pinned. */
const LONG = 260;
const short = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LONG ? line : `${line.slice(0, LONG)}… (${line.length} characters)`;
};

/** Equal texts in a row as one, with their number. */
function counted(texts: readonly string[]): string[] {
  const runs: { text: string; count: number }[] = [];
  for (const text of texts) {
    const last = runs.at(-1);
    if (last?.text === text) last.count += 1;
    else runs.push({ text, count: 1 });
  }
  return runs.map(({ text, count }) => (count === 1 ? text : `${count} × ${text}`));
}

/** What a user saw of a model, and what was saved. */
export interface Seen {
  /** Requests that reached the model for one message. Agents that work side by side stop each other, sooner or later. */
  readonly requests: number | 'some';
  /** Who wrote each message after the user's, and its text on the screen. */
  readonly chat: readonly string[];
  /** Notices that came up, in their order. */
  readonly notices: readonly string[];
  /** Texts of the chat's file after the user's message, where they differ from the screen. */
  readonly saved: readonly string[];
  /** What agents have left for the next message. */
  readonly guidance: string | null;
}

declare global {
  var notices: string[];
}

/** Keeps the text of each notice that comes up, from now on. What only says that a tool is at work comes and goes. */
const listen = ({ page }: App): Promise<void> =>
  page.evaluate(() => {
    const first = globalThis.notices === undefined;
    globalThis.notices = [];
    if (!first) return;
    const kept = new WeakSet<Element>();
    const keep = (element: Element) => {
      if (kept.has(element)) return;
      kept.add(element);
      const text = (element as HTMLElement).innerText;
      if (!/is running/.test(text)) globalThis.notices.push(text);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          if (node.classList.contains('toast')) keep(node);
          else if (node.id === 'toast-container') for (const toast of node.querySelectorAll('.toast')) keep(toast);
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  });

/** Presses stop as often as it takes: SillyTavern runs half a call after a stop, and asks the model again. */
async function stop(app: App): Promise<void> {
  for (let asked = 1, over = false; !over; asked++) {
    await app.model.hungUp(asked);
    await app.page.click('#mes_stop');
    over = await Promise.race([app.idle().then(() => true), app.model.asked(asked + 1).then(() => false)]);
  }
}

/** Waits until nothing more follows what was said: no request, no call and no generation for a while. */
async function settled(app: App, quietMs: number): Promise<void> {
  let seen: number;
  do {
    seen = app.model.requests.length;
    const quiet = { since: 0 };
    await app.page.waitForFunction(
      ([kept, ms]) => {
        const calls = /is running/.test(document.querySelector('#toast-container')?.textContent ?? '');
        const isBusy = calls || document.body.dataset.generating !== undefined;
        if (isBusy || kept.since === 0) kept.since = performance.now();
        return !isBusy && performance.now() - kept.since > ms;
      },
      [await app.page.evaluateHandle((kept) => kept, quiet), quietMs] as const,
      { timeout: 90_000, polling: 50 },
    );
    await app.idle();
  } while (seen !== app.model.requests.length);
}

/** The messages on the screen: who wrote them, and what is seen of them. */
const onScreen = ({ page }: App): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('#chat .mes'), (message) => {
      const name = message.querySelector<HTMLElement>('.name_text')?.innerText ?? '';
      return `${name}: ${message.querySelector<HTMLElement>('.mes_text')?.innerText ?? ''}`;
    }),
  );

/** What is chosen in the chat before a message, and after its answer. */
export interface Around {
  readonly before: () => Promise<unknown>;
  readonly after: () => Promise<unknown>;
  /** How long nothing may happen before nothing more follows, in milliseconds. */
  readonly quietMs: number;
  /** Whether the user has to stop the model: SillyTavern waits for ever where a stream breaks off. */
  readonly stops?: boolean;
  /** Whether several agents ask the model at once. */
  readonly sideBySide?: boolean;
}

/** Says a message to a bad model, then one to a good one. @returns what a user saw of the bad one. */
export async function sayTo(app: App, reply: (asked: number) => Reply, around: Around): Promise<Seen> {
  await slash(app, '/newchat');
  await around.before();
  await app.page.evaluate(() => document.querySelectorAll('.toast').forEach((toast) => void toast.remove()));
  await listen(app);
  const before = (await onScreen(app)).length;
  app.model.behave(reply);
  const started = await app.event('GENERATION_STARTED');
  await app.send('What is 2 + 3?');
  await started();
  if (around.stops) await stop(app);
  await settled(app, around.quietMs);
  const requests = around.sideBySide ? 'some' : app.model.requests.length;
  const plain = (text: string) => short(text.replaceAll(app.model.url, 'http://model'));
  const chat = (await onScreen(app)).slice(before + 1).map(plain);
  const notices = (await app.page.evaluate(() => globalThis.notices)).map(plain);
  const guidance = await app.page.evaluate(() => {
    const { bulkhead } = SillyTavern.getContext().chatMetadata as { bulkhead?: { capsule?: { text: string } } };
    return bulkhead?.capsule?.text ?? null;
  });
  await around.after();
  app.model.play({ content: 'Five, of course.' });
  await app.send('And now?');
  await app.page.locator('#chat .last_mes .mes_text').getByText('Five, of course.').waitFor();
  await app.idle();
  const name = await chatName(app);
  await expect.poll(() => chatFile(app, name)).toContain('Five, of course.');
  const lines = chatFile(app, name)
    .trim()
    .split('\n')
    .slice(before + 2, -2);
  const saved = lines
    .map((line) => JSON.parse(line) as { name: string; mes: string })
    .map(({ name, mes }) => short(`${name}: ${mes}`));
  expect(saved.length).toBe(chat.length);
  const hidden = saved.filter((text) => !chat.includes(text));
  return { requests, chat: counted(chat), notices: counted(notices), saved: counted(hidden), guidance };
}

const pinned = (channel: Channel) => fileURLToPath(new URL(`pinned/bad-models/${channel}.json`, import.meta.url));

/** Compares what was seen with what is pinned. With `BULKHEAD_PIN=1` it is pinned anew. */
export function expectPinned(channel: Channel, model: string, seen: Seen): void {
  const file = pinned(channel);
  const all = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Seen>) : {};
  if (process.env.BULKHEAD_PIN === '1') writeFileSync(file, `${JSON.stringify({ ...all, [model]: seen }, null, 2)}\n`);
  else expect(seen).toEqual(all[model]);
}
