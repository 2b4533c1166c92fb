import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll } from 'vitest';
import { CHROMIUM_FLAGS, findHeadless } from '../../scripts/chromium.mjs';
import { CACHE } from '../../scripts/sillytavern/cache.mjs';
import { type Model, startModel } from '../../scripts/sillytavern/model.mjs';
import { type Folders, type Server, startServer } from '../../scripts/sillytavern/server.mjs';

const built = fileURLToPath(new URL('../../dist/sillytavern/', import.meta.url));

/**
 * Nothing may go out: the machine that runs this may have no network at all. A rule of the browser's own costs nothing; a
 * handler of requests would see each of the hundreds that a page of SillyTavern makes, and keep the browser from caching.
 */
const LOOPBACK_ONLY = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

let launched: Promise<Browser> | undefined;

/** One browser for all applications of a file; each has a profile of its own in it. */
function browserOfFile(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: findHeadless() ?? '', args: [...CHROMIUM_FLAGS, LOOPBACK_ONLY] });
  return launched;
}
afterAll(async () => (await launched)?.close());

/** What a page does at a press may take so long on a busy machine. */
const ACTION_MS = 15_000;

/** The built extension's folder in the host. */
export const OURS = 'bulkhead';

/** A file name → its text, or what JSON is made of. */
export type ExtensionFiles = { readonly [file: string]: string | object };

/** What a test wants of the application. */
export interface AppOptions {
  /** Whether our extension is installed. Default: yes. */
  readonly bulkhead?: boolean;
  /** Other extensions, by the name of their folder. */
  readonly extensions?: { readonly [folder: string]: ExtensionFiles };
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly locale?: string;
  readonly hasTouch?: boolean;
}

/** A SillyTavern with a browser that looks at it and a model that answers. */
export interface App extends AsyncDisposable {
  readonly server: Server;
  readonly model: Model;
  readonly browser: BrowserContext;
  readonly page: Page;
  /** Errors of the page and its console that are ours: they name our folder, or us. */
  readonly troubles: string[];
  /** Loads the page, anew or for the first time, and waits until it can be used. */
  load(): Promise<void>;
  /** Chooses the scripted model by the host's own controls, and opens a new chat. */
  connect(options?: { readonly streaming?: boolean; readonly functionCalling?: boolean }): Promise<void>;
  /** Connects once more after a reload: SillyTavern does not by itself. */
  reconnect(): Promise<void>;
  /** Sends a message as a user does. */
  send(text: string): Promise<void>;
  /** Waits until nothing is generated any more, and what was is written down. */
  idle(): Promise<void>;
  /** Listens from now on. @returns what waits until the host's event has come so many times. */
  event(name: string, times?: number): Promise<() => Promise<void>>;
}

/** What a page of SillyTavern has, as tests use it. */
declare global {
  var SillyTavern: {
    getContext(): import('../../src/hosts/sillytavern/base/context.js').Context & {
      readonly onlineStatus: string;
      /** Of the streamed answer that arrives or is being written down. */
      readonly streamingProcessor: object | null;
      readonly chatCompletionSettings: { function_calling?: boolean; stream_openai?: boolean };
      selectCharacterById(id: number): Promise<void>;
      executeSlashCommandsWithOptions(text: string): Promise<{ pipe: string; isError: boolean; errorMessage: string }>;
      stopGeneration(): boolean;
      generate(type: string, options: object, dryRun?: boolean): Promise<unknown>;
      generateRaw(options: { prompt: string }): Promise<string>;
      generateQuietPrompt(options: { quietPrompt: string }): Promise<string>;
      openCharacterChat(name: string): Promise<void>;
      readonly swipe: { right(): unknown };
      saveWorldInfo(name: string, data: object, immediately: boolean): Promise<void>;
      updateWorldInfoList(): Promise<void>;
    };
  };
}

function writeExtension(folder: string, files: ExtensionFiles): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, body] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof body === 'string' ? body : JSON.stringify(body));
  }
}

/** The manifest of an extension that a test brings. */
export const manifest = (name: string, more: object = {}): object => ({
  display_name: name,
  version: '1.0.0',
  author: 'a stranger',
  js: 'index.js',
  loading_order: 10,
  ...more,
});

/** Starts the application; nothing is loaded yet. */
export async function openApp({ bulkhead = true, extensions = {}, ...browsing }: AppOptions = {}): Promise<App> {
  const prepare = ({ extensions: folder, settings }: Folders) => {
    const kept = JSON.parse(readFileSync(settings, 'utf8')) as object;
    writeFileSync(settings, JSON.stringify({ ...kept, firstRun: false }));
    if (bulkhead) cpSync(built, join(folder, OURS), { recursive: true });
    for (const [name, files] of Object.entries(extensions)) writeExtension(join(folder, name), files);
  };
  const starting = [startServer({ ...CACHE, prepare }), startModel(), browserOfFile()] as const;
  const [server, model, chrome] = await Promise.all(starting);
  const browser = await chrome.newContext({ viewport: { width: 1280, height: 800 }, ...browsing });
  const page = await browser.newPage();
  page.setDefaultTimeout(ACTION_MS);
  const troubles: string[] = [];
  const isOurs = (text: string) => /bulkhead/i.test(text);
  page.on('pageerror', (error) => isOurs(`${error.stack}`) && troubles.push(error.message));
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && isOurs(text)) troubles.push(text);
  });
  const reconnect = async () => {
    await page.evaluate(() => document.querySelector<HTMLElement>('#api_button_openai')?.click());
    await page.waitForFunction(() => SillyTavern.getContext().onlineStatus !== 'no_connection');
  };
  const app: App = {
    server,
    model,
    browser,
    page,
    troubles,
    async load() {
      await page.goto(server.url, { timeout: 120_000 });
      await page.waitForFunction(
        () => globalThis.SillyTavern?.getContext !== undefined && !document.querySelector('#preloader'),
        null,
        { timeout: 120_000 },
      );
      if (bulkhead) await page.waitForSelector('#bulkhead_settings', { state: 'attached', timeout: 60_000 });
    },
    async connect({ streaming = false, functionCalling = true } = {}) {
      await page.click('#sys-settings-button .drawer-toggle');
      await page.selectOption('#main_api', 'openai');
      await page.selectOption('#chat_completion_source', 'custom');
      await page.fill('#custom_api_url_text', model.url);
      await reconnect();
      await page.click('#sys-settings-button .drawer-toggle');
      await page.evaluate(
        async ([stream, functions]) => {
          const context = SillyTavern.getContext();
          context.chatCompletionSettings.stream_openai = stream as boolean;
          context.chatCompletionSettings.function_calling = functions as boolean;
          context.saveSettingsDebounced();
          await context.selectCharacterById(0);
        },
        [streaming, functionCalling],
      );
      await page.waitForFunction(() => SillyTavern.getContext().chat.length > 0);
    },
    reconnect,
    async send(text) {
      await page.fill('#send_textarea', text);
      // SillyTavern takes no message while it writes down a streamed answer, with nothing to see of that: a user presses once more.
      await page.waitForFunction(
        (message) => {
          const box = document.querySelector<HTMLTextAreaElement>('#send_textarea');
          if (box?.value !== message) return true;
          document.querySelector<HTMLElement>('#send_but')?.click();
          return false;
        },
        text,
        { polling: 300 },
      );
    },
    async idle() {
      // Streamed answers are written down, and told of, only after the stop button is gone: their processor goes when that is done.
      await page.waitForFunction(() => {
        const stop = document.querySelector('#mes_stop');
        const isStopped =
          stop !== null && getComputedStyle(stop).display === 'none' && !document.body.dataset.generating;
        return isStopped && SillyTavern.getContext().streamingProcessor === null;
      });
    },
    async event(name, times = 1) {
      const seen = await page.evaluateHandle(
        ([event, count]) => {
          const { eventSource, eventTypes } = SillyTavern.getContext();
          const counted = { left: count };
          eventSource.on(eventTypes[event] ?? '', () => {
            counted.left -= 1;
          });
          return counted;
        },
        [name, times] as const,
      );
      return async () => void (await page.waitForFunction(({ left }) => left <= 0, seen));
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await Promise.all([server[Symbol.asyncDispose](), model[Symbol.asyncDispose]()]);
    },
  };
  return app;
}
