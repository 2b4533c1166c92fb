import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { StudioFunctions } from '../../src/hosts/sillytavern/studio/gate.js';
import { type App, manifest, OURS, openApp } from './app.js';
import { said } from './calls.js';
import { slash } from './drawer.js';

/** What is called in the page. */
declare global {
  var overheardByStudio: string[];
  var runningTask: Promise<string> | undefined;
}

/** Hears of every generation, and writes into every prompt. */
const STRANGER = `
const { eventSource, eventTypes } = SillyTavern.getContext();
globalThis.overheardByStudio = [];
for (const name of ['GENERATION_STARTED', 'CHAT_COMPLETION_PROMPT_READY', 'CHAT_COMPLETION_SETTINGS_READY', 'MESSAGE_RECEIVED']) {
  eventSource.on(eventTypes[name], (about, _options, dryRun) => {
    if (dryRun !== true && about?.dryRun !== true) globalThis.overheardByStudio.push(name);
  });
}`;

/** What is written or shown a moment later may take so long on a busy machine. */
const SLOW = { timeout: 15_000 };

let app: App;
beforeAll(async () => {
  app = await openApp({
    extensions: { stranger: { 'manifest.json': manifest('stranger'), 'index.js': STRANGER } },
  });
  // A preset as its user has saved it: also of another source than the one that is connected.
  const presets = join(app.server.folder, 'data/default-user/OpenAI Settings');
  const preset = JSON.parse(readFileSync(join(presets, 'Default.json'), 'utf8')) as object;
  writeFileSync(join(presets, 'Mild.json'), JSON.stringify({ ...preset, temperature: 0.3 }));
  await app.load();
  await app.connect();
});
afterAll(() => app?.[Symbol.asyncDispose]());
afterEach(() => expect(app.troubles).toEqual([]));

type Functions = StudioFunctions;
const TOOL = {
  type: 'function',
  function: {
    name: 'set_greeting',
    description: 'Puts a greeting.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
} as const;
const setGreeting = (text: string) => ({ tools: [{ name: 'set_greeting', args: { text } }] });

/** Asks as an extension does. @returns the answer, or the error’s words. */
const ask = (task: object = {}) =>
  app.page.evaluate(
    async (given) => {
      const { generateTask } = SillyTavern.getContext() as unknown as Functions;
      const answer = generateTask({
        messages: [
          { role: 'system', content: 'You edit.' },
          { role: 'user', content: 'Say hello.' },
        ],
        ...given,
      });
      return answer.catch((error: { code?: string; message: string }) => `${error.code}: ${error.message}`);
    },
    { tools: [TOOL], ...task },
  );

test('the functions that a studio needs are on every context, the same each time', async () => {
  const found = await app.page.evaluate(() => {
    const [one, other] = [SillyTavern.getContext(), SillyTavern.getContext()] as unknown as Functions[];
    const names = ['generateTask', 'getCharacterState', 'setCharacterState', 'saveSettings'] as const;
    return names.map((name) => [typeof one?.[name], one?.[name] === other?.[name]]);
  });
  expect(found).toEqual(Array(4).fill(['function', true]));
});

test('a task goes to the model with its tools and nothing of the chat, and nobody else hears of it', async () => {
  await app.page.evaluate(() => {
    globalThis.overheardByStudio.length = 0;
  });
  app.model.play({ content: 'Done.', ...setGreeting('Hello') });
  const earlier = [
    { role: 'system', content: 'You edit.' },
    {
      role: 'assistant',
      content: 'I do.',
      tool_calls: [{ id: 'a1', type: 'function', function: { name: 'set_greeting', arguments: '{"text":"Hi"}' } }],
    },
    { role: 'tool', tool_call_id: 'a1', content: '{"ok":true}' },
    { role: 'user', content: 'Now longer.' },
  ];
  expect(await ask({ messages: earlier, runtimeWorldInfo: { worldInfoBefore: 'The well is dry.' } })).toEqual({
    text: 'Done.',
    toolCalls: [{ id: 'call_1', name: 'set_greeting', args: { text: 'Hello' } }],
  });
  const [request] = app.model.requests;
  expect(request?.messages).toEqual([
    { role: 'system', content: 'You edit.\n\nThe well is dry.' },
    ...earlier.slice(1),
  ]);
  expect(request?.tools).toEqual([TOOL]);
  expect(request).toMatchObject({ tool_choice: 'auto', max_tokens: 4_096, stream: false });
  expect(await app.page.evaluate(() => globalThis.overheardByStudio)).toEqual([]);
});

test('a task that is stopped hangs up on the model and rejects with what it was stopped for', async () => {
  app.model.play({ hold: true });
  await app.page.evaluate((tool) => {
    const stop = new AbortController();
    const { generateTask } = SillyTavern.getContext() as unknown as Functions;
    globalThis.runningTask = generateTask({
      messages: [{ role: 'user', content: 'hi' }],
      tools: [tool],
      signal: stop.signal,
    }).then(
      () => 'answered',
      (error: Error) => error.message,
    );
    addEventListener('stop-task', () => stop.abort(new Error('closed by its user')), { once: true });
  }, TOOL);
  await app.model.asked(1);
  await app.page.evaluate(() => void dispatchEvent(new Event('stop-task')));
  await app.model.hungUp();
  expect(await app.page.evaluate(() => globalThis.runningTask)).toBe('closed by its user');
});

test('a preset and a connection profile are taken by their names, and a name that nobody has is said', async () => {
  await slash(app, '/profile-create Elsewhere');
  app.model.play(setGreeting('A'), setGreeting('B'), setGreeting('C'));
  expect(await ask({ llmPresetName: 'Mild' })).toMatchObject({ toolCalls: [{ args: { text: 'A' } }] });
  expect(await ask({ apiPresetName: 'Elsewhere' })).toMatchObject({ toolCalls: [{ args: { text: 'B' } }] });
  expect(await ask({ apiPresetName: 'Elsewhere', llmPresetName: 'Mild' })).toMatchObject({
    toolCalls: [{ args: { text: 'C' } }],
  });
  const about = { model: 'scripted-model', tools: [TOOL], max_tokens: 4_096 };
  expect(app.model.requests).toMatchObject([
    { ...about, temperature: 0.3 },
    { ...about, temperature: 1 },
    { ...about, temperature: 0.3 },
  ]);
  expect(await ask({ llmPresetName: 'Nobody’s' })).toContain(
    'MODEL_FAILED: Chat Completion has no preset named “Nobody’s”',
  );
  expect(await ask({ apiPresetName: 'Nobody’s' })).toContain('MODEL_FAILED: No connection profile named “Nobody’s”');
  expect(app.model.requests.length).toBe(3);
});

test('where models call by writing, a task’s tools are told and its calls read', async () => {
  await slash(app, '/bulkhead calls text');
  app.model.play({ content: 'I do. [CALL: set_greeting({"text": "Hello"})]' });
  expect(await ask()).toMatchObject({ text: 'I do. ', toolCalls: [{ name: 'set_greeting', args: { text: 'Hello' } }] });
  expect(app.model.requests[0]?.tools).toBe(undefined);
  expect(said(app.model.requests[0], 'system').join('\n')).toContain('set_greeting');
  await slash(app, '/bulkhead calls native');
});

const AVATAR = 'default_Seraphina.png';
const set = (page: Page, namespace: string, state: unknown, avatar = AVATAR) =>
  page.evaluate(
    ([of, name, value]) =>
      (SillyTavern.getContext() as unknown as Functions).setCharacterState(of as string, name as string, value),
    [avatar, namespace, state] as const,
  );
const get = (page: Page, namespace: string, avatar = AVATAR) =>
  page.evaluate(([of, name]) => (SillyTavern.getContext() as unknown as Functions).getCharacterState(of, name), [
    avatar,
    namespace,
  ] as const);
const files = () => readdirSync(join(app.server.folder, 'data/default-user/user/files'));

test('what is kept with a character is there in another tab at once, without what was taken out of it', async () => {
  expect(await get(app.page, 'studio')).toBe(null);
  await set(app.page, 'studio', { version: 3, sessions: [{ id: 'a', text: 'Grüße, 世界' }], more: { a: 1, b: 2 } });
  await set(app.page, 'other', 'kept beside it');
  const second = await app.browser.newPage();
  await second.goto(app.server.url);
  await second.waitForFunction(() => 'getCharacterState' in Object(globalThis.SillyTavern?.getContext?.()), null, {
    timeout: 60_000,
  });
  expect(await get(second, 'studio')).toMatchObject({ sessions: [{ text: 'Grüße, 世界' }], more: { a: 1, b: 2 } });
  // Two tabs at once lose nothing of each other's.
  await Promise.all([set(app.page, 'studio', { more: { b: 2 } }), set(second, 'third', [1, 2])]);
  expect(await Promise.all(['studio', 'other', 'third'].map((name) => get(app.page, name)))).toEqual([
    { more: { b: 2 } },
    'kept beside it',
    [1, 2],
  ]);
  await second.close();
  // It goes with nobody to whom the card is given.
  const card = readFileSync(join(app.server.folder, 'data/default-user/characters', AVATAR));
  const chunk = /chara\0([\w+/=]+)/.exec(card.toString('latin1'))?.[1] ?? '';
  const text = Buffer.from(chunk, 'base64').toString();
  expect(text.includes('Seraphina')).toBe(true);
  expect(text.includes('kept beside it')).toBe(false);
});

test('what is no name of a character or namespace, or no JSON, is refused', async () => {
  const refused = async (run: Promise<unknown>) => run.then(String, (error: Error) => error.message);
  expect(await refused(get(app.page, 'studio', ''))).toContain('avatar');
  expect(await refused(set(app.page, '', {}))).toContain('namespace');
  const circular = app.page.evaluate((avatar) => {
    const state: { self?: unknown } = {};
    state.self = state;
    return (SillyTavern.getContext() as unknown as Functions).setCharacterState(avatar, 'studio', state);
  }, AVATAR);
  expect(await refused(circular)).toContain('must be JSON');
});

test('saved settings are on the server when the promise settles', async () => {
  await app.page.evaluate(async () => {
    const context = SillyTavern.getContext() as unknown as Functions & {
      extensionSettings: { [key: string]: unknown };
    };
    context.extensionSettings.studio_test = { greeting: 'saved at once' };
    await context.saveSettings();
  });
  expect(readFileSync(app.server.settings, 'utf8')).toContain('saved at once');
});

test('a character’s state goes along when it is renamed, and with it when it is deleted', async () => {
  const kept = files().filter((name) => name.startsWith('bulkhead_'));
  expect(kept).toHaveLength(1);
  await app.page.evaluate(() => SillyTavern.getContext().selectCharacterById(0));
  await slash(app, '/rename-char silent=true chats=false Seraphine');
  const renamed = await app.page.evaluate(() => SillyTavern.getContext().characters[0]?.avatar ?? '');
  expect(renamed).not.toBe(AVATAR);
  await expect.poll(() => get(app.page, 'other', renamed), SLOW).toBe('kept beside it');
  await expect.poll(() => get(app.page, 'other'), SLOW).toBe(null);
  // As a text, so that the import is the page's.
  await app.page.evaluate(`import('/script.js').then((host) => host.deleteCharacter(${JSON.stringify(renamed)}))`);
  await expect.poll(() => files().filter((name) => name.startsWith('bulkhead_')), SLOW).toEqual([]);
});

test('a host that has such functions itself keeps its own', async () => {
  await using fork = await openApp({
    extensions: {
      fork: {
        'manifest.json': manifest('fork', { loading_order: -2_000_000_000 }),
        'index.js': `const original = SillyTavern.getContext;
globalThis.theirTask = async () => 'theirs';
SillyTavern.getContext = () => ({ ...original(), generateTask: globalThis.theirTask });`,
      },
    },
  });
  await fork.load();
  const kept = await fork.page.evaluate(() => {
    const context = SillyTavern.getContext() as unknown as Functions;
    return [context.generateTask === (globalThis as { theirTask?: unknown }).theirTask, typeof context.saveSettings];
  });
  expect(kept).toEqual([true, 'function']);
  expect(fork.troubles).toEqual([]);
});

test('deleting the extension’s data takes what was kept with characters, and the functions, out again', async () => {
  await using gone = await openApp();
  await gone.load();
  const folder = () => readdirSync(join(gone.server.folder, 'data/default-user/user/files'));
  await set(gone.page, 'studio', { version: 3, sessions: [] });
  expect(folder().filter((name) => name.startsWith('bulkhead_'))).toHaveLength(1);
  // The host calls it when its user deletes the extension. As a text, so that the import is the page's.
  await gone.page.evaluate(
    `import('/scripts/extensions/third-party/${OURS}/index.js').then((extension) => extension.clean())`,
  );
  expect(folder().filter((name) => name.startsWith('bulkhead_'))).toEqual([]);
  const left = await gone.page.evaluate(() => {
    const context = SillyTavern.getContext();
    return ['generateTask', 'getCharacterState', 'setCharacterState', 'saveSettings', 'iterationStudio'].filter(
      (name) => name in context,
    );
  });
  expect(left).toEqual([]);
  expect(gone.troubles).toEqual([]);
});
