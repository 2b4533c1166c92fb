import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Host } from '../../src/index.js';
import type { MemorySession } from '../../src/memory/session-types.js';
import { type App, type AppOptions, manifest, openApp } from './app.js';
import { slash } from './drawer.js';

/** What a page has of the extension below, as tests use it. */
declare global {
  /** The session of the chat that is open, as an extension opens it. */
  var remember: () => Promise<MemorySession>;
  /** What the extension found in memory while it was told of an event: `event: titles`. */
  var told: string[];
}

/** An extension of somebody else's: opens sessions as the contract of the memory graph shows it, and looks at each event. */
const REMEMBERS = `
import { getContext, getExtensionApi } from '/scripts/extensions.js';
globalThis.remember = () => getExtensionApi('memory-graph').openSession(getContext());
globalThis.told = [];
const { eventSource, eventTypes } = getContext();
for (const name of ['CHAT_CHANGED', 'MESSAGE_RECEIVED', 'MESSAGE_DELETED', 'MESSAGE_SWIPED', 'MESSAGE_SWIPE_DELETED']) {
  eventSource.on(eventTypes[name], async () => {
    const session = await kept?.();
    const titles = (await session?.listVisibleCandidates() ?? []).map(({ title }) => title).sort();
    globalThis.told.push(name + ': ' + titles.join(', '));
  });
}
let kept;
globalThis.watch = () => { kept = globalThis.remember; };
`;

/** Starts the application with that extension, in a new chat with the scripted model. */
export async function openMemoryApp(options: AppOptions = {}): Promise<App> {
  const extensions = { remembers: { 'manifest.json': manifest('remembers'), 'index.js': REMEMBERS } };
  const app = await openApp({ ...options, extensions: { ...extensions, ...options.extensions } });
  await app.load();
  await app.connect();
  return app;
}

/** What a chat's memory is, short enough to be read. */
export interface Remembered {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

/** The memory of the open chat by `host.memory`: titles in the order of time, and edges by their titles. */
export const remembered = ({ page }: Pick<App, 'page'>): Promise<Remembered> =>
  page.evaluate(async () => {
    const { characters, characterId, chatId, getExtensionApi = () => undefined } = SillyTavern.getContext();
    const { memory } = getExtensionApi('bulkhead') as Pick<Host, 'memory'>;
    const graph = await memory.open(`${characters[Number(characterId)]?.avatar}/${chatId}`);
    const nodes = await graph.listNodes({ activeOnly: false });
    const titles = new Map(nodes.map(({ id, title }) => [id, title]));
    const edges = await graph.listEdges();
    return {
      nodes: nodes.map(({ title }) => title),
      edges: edges.map(({ from, to, type }) => `${titles.get(from)} ${type} ${titles.get(to)}`),
    };
  });

/** Writes a person into the memory of the open chat, with links to others by their ids. @returns its id. */
export const person = (
  { page }: Pick<App, 'page'>,
  title: string,
  links: { readonly [id: string]: string } = {},
): Promise<string> =>
  page.evaluate(
    async ([name, targets]) => {
      const session = await globalThis.remember();
      const made = Object.entries(targets).map(
        ([id, relation]) => ({ target: { id }, relation, direction: 'outgoing' }) as const,
      );
      return (await session.createNode({ type: 'character_sheet', title: name, links: made })).id;
    },
    [title, links] as const,
  );

/** A message of either side. */
export type Side = readonly [side: 'user' | 'model', mes: string];

/** Says messages in the open chat, without a model, and saves it. */
export const fillChat = ({ page }: Pick<App, 'page'>, messages: readonly Side[]): Promise<void> =>
  page.evaluate(async (said) => {
    const context = SillyTavern.getContext();
    for (const [at, [side, mes]] of said.entries())
      context.chat.push({
        ...{ name: side === 'user' ? context.name1 : context.name2, is_user: side === 'user', is_system: false },
        ...{ mes, send_date: new Date(Date.UTC(2026, 0, 1, 12, at)).toISOString(), extra: {} },
      });
    await (context as unknown as { saveChat(): Promise<void> }).saveChat();
  }, messages);

/** Opens a character, asked as often as the host refuses to: it does while it saves a chat. */
export async function openCharacter({ page }: Pick<App, 'page'>, character = 0): Promise<void> {
  await page.waitForFunction(
    async (id) => {
      const { characterId, groupId, chat, selectCharacterById } = SillyTavern.getContext();
      // It has its place before it is loaded; asked once more it would be loaded twice.
      if (!groupId && Number(characterId) === id) return chat.length > 0;
      await selectCharacterById(id);
      return false;
    },
    character,
    { polling: 300 },
  );
}

/** Opens another chat of the character by its file's name, as often as the host gives up: it does while it saves one. */
export async function openChat({ page }: Pick<App, 'page'>, name: string): Promise<void> {
  await page.waitForFunction(
    async (file) => {
      const { chatId, chat, openCharacterChat } = SillyTavern.getContext();
      if (chatId === file) return chat.length > 0;
      await openCharacterChat(file).catch(() => {});
      return false;
    },
    name,
    { polling: 300 },
  );
}

/**
 * Deletes the open chat, as a user does. The host writes down a second later which chat is open instead, and reads that
 * back: what is opened at that very moment is saved under the name of this one, and the host warns of it.
 */
export async function deleteChat(app: App): Promise<void> {
  const seen = await app.page.evaluateHandle(() => {
    const { eventSource, eventTypes } = SillyTavern.getContext();
    const told = { deleted: false, opened: false, written: false };
    const on = (name: string, hear: () => void) => eventSource.on(eventTypes[name] ?? '', hear);
    on('CHAT_DELETED', () => {
      told.deleted = true;
    });
    on('CHAT_CHANGED', () => {
      told.opened = true;
    });
    on('CHARACTER_EDITED', () => {
      told.written ||= told.opened;
    });
    return told;
  });
  await slash(app, '/delchat');
  await app.page.waitForFunction(({ deleted, written }) => deleted && written, seen);
}

/** What the server has of a chat, as text; empty where it has none. The host saves a while after the last change. */
export function chatFile({ server }: Pick<App, 'server'>, name: string): string {
  const folder = join(server.extensions, '../chats');
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith(`${name}.jsonl`));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
}

export const chatName = ({ page }: Pick<App, 'page'>): Promise<string> =>
  page.evaluate(() => SillyTavern.getContext().chatId ?? '');

/** What the server has of a chat's memory. */
export function onServer(
  app: Pick<App, 'server'>,
  name: string,
): { readonly chat?: string; readonly text?: string } | undefined {
  const [head] = chatFile(app, name).split('\n');
  const { chat_metadata } = JSON.parse(head || '{}') as { chat_metadata?: { bulkhead?: { memory?: object } } };
  return chat_metadata?.bulkhead?.memory;
}

/** Another browser of the same user: nothing of IndexedDB is there. */
export async function otherBrowser<T>(app: App, work: (page: Page) => Promise<T>): Promise<T> {
  const chrome = app.browser.browser();
  if (!chrome) throw new Error('the browser is gone');
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(app.server.url);
    await page.waitForSelector('#bulkhead_settings', { state: 'attached', timeout: 120_000 });
    await page.evaluate(() => SillyTavern.getContext().selectCharacterById(0));
    return await work(page);
  } finally {
    await context.close();
  }
}
