import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sampleFile } from '../../examples/memory-sample/file.js';
import type { Host } from '../../src/index.js';
import { wordsOfMirror } from '../fixtures/memory-mirror.js';
import type { App } from './app.js';
import { closeDrawer, openDrawer, showTab, slash } from './drawer.js';
import { chatName, onServer, openChat, openMemoryApp, otherBrowser, person, remembered } from './memory-parts.js';

let app: App;
beforeAll(async () => {
  app = await openMemoryApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await slash(app, '/newchat');
});
afterEach(() => expect(app.troubles).toEqual([]));

/** The words of it: in the file they are packed. */
const onServerText = (name: string) => wordsOfMirror(onServer(app, name)?.text);
/** The host saves a while after the last change. */
const SAVED_MS = 15_000;
const kept = (name: string, text: string) =>
  expect.poll(() => onServerText(name), { timeout: SAVED_MS }).toContain(text);

test('another browser of the user has the memory, writes to it, and the first one has that too', async () => {
  const name = await chatName(app);
  const alice = await person(app, 'Alice');
  await person(app, 'Bob', { [alice]: 'knows' });
  await kept(name, 'Bob');
  await otherBrowser(app, async (page) => {
    await openChat({ page }, name);
    expect(await remembered({ page })).toEqual({ nodes: ['Alice', 'Bob'], edges: ['Bob knows Alice'] });
    await person({ page }, 'Carol', { [alice]: 'fears' });
    await kept(name, 'Carol');
  });
  await slash(app, '/newchat');
  await openChat(app, name);
  expect(await remembered(app)).toEqual({
    nodes: ['Alice', 'Bob', 'Carol'],
    edges: ['Bob knows Alice', 'Carol fears Alice'],
  });
});

test('a branch is a memory of its own in another browser too, and so is a chat with a new name', async () => {
  app.model.play({ content: 'One.' });
  await app.send('Hello');
  await app.page.locator('#chat .mes_text').getByText('One.').waitFor();
  await app.idle();
  const parent = await chatName(app);
  await person(app, 'Alice');
  await kept(parent, 'Alice');
  const branch = await slash(app, '/branch-create 0');
  await app.page.waitForFunction((name) => SillyTavern.getContext().chatId === name, branch);
  expect(await remembered(app)).toEqual({ nodes: [], edges: [] });
  await openChat(app, parent);
  await slash(app, '/renamechat a new name');
  await app.page.waitForFunction(() => SillyTavern.getContext().chatId === 'a new name');
  await expect.poll(() => onServer(app, 'a new name')?.chat, { timeout: SAVED_MS }).toMatch(/\/a new name$/);
  expect((await remembered(app)).nodes).toEqual(['Alice']);
  await otherBrowser(app, async (page) => {
    await openChat({ page }, branch);
    expect(await remembered({ page })).toEqual({ nodes: [], edges: [] });
    await openChat({ page }, 'a new name');
    expect((await remembered({ page })).nodes).toEqual(['Alice']);
  });
});

test('a file that names another chat has nothing of what that one remembers', async () => {
  const secret = await chatName(app);
  await person(app, 'Alice');
  await kept(secret, 'Alice');
  await slash(app, '/newchat');
  const strange = await chatName(app);
  // As a stranger's file would come: it knows the name of a chat, and has never been opened here.
  await app.page.evaluate(async (name) => {
    const context = SillyTavern.getContext();
    const chat = `${context.characters[Number(context.characterId)]?.avatar}/${name}`;
    Object.assign(context.chatMetadata ?? {}, { main_chat: name, bulkhead: { memory: { chat } } });
    await context.saveMetadata();
  }, secret);
  // Opened from there, as a branch of it would be.
  await openChat(app, secret);
  await openChat(app, strange);
  expect(await remembered(app)).toEqual({ nodes: [], edges: [] });
  await person(app, 'Bob');
  await kept(strange, 'Bob');
  expect(await onServerText(strange)).not.toContain('Alice');
  await openChat(app, secret);
  expect((await remembered(app)).nodes).toEqual(['Alice']);
});

test('a chat that is renamed at once, or with its character, keeps its memory in this browser', async () => {
  await person(app, 'Alice');
  // Before anything of it is in the file.
  await slash(app, '/renamechat named at once');
  await app.page.waitForFunction(() => SillyTavern.getContext().chatId === 'named at once');
  await expect.poll(async () => (await remembered(app)).nodes).toEqual(['Alice']);
  const renamed = async (name: string) => {
    await slash(app, `/rename-char silent=true chats=true ${name}`);
    await app.page.waitForFunction((now) => {
      const { characters, characterId, chat } = SillyTavern.getContext();
      return characters[Number(characterId)]?.name === now && chat.length > 0;
    }, name);
  };
  const [before] = await app.page.evaluate(() => SillyTavern.getContext().characters.map(({ name = '' }) => name));
  await renamed('Nina');
  expect((await remembered(app)).nodes).toEqual(['Alice']);
  await renamed(before ?? '');
  await openChat(app, 'named at once');
  expect((await remembered(app)).nodes).toEqual(['Alice']);
});

test('what a file keeps and nobody can read is reported, and left as it is', async () => {
  const name = await chatName(app);
  await app.page.evaluate(async () => {
    const context = SillyTavern.getContext();
    Object.assign(context.chatMetadata ?? {}, { bulkhead: { memory: { chat: '', text: '{"format":"nonsense"' } } });
    await context.saveMetadata();
  });
  await slash(app, '/newchat');
  await openChat(app, name);
  await app.page.locator('#toast-container').getByText('can’t be read and are left as they are').waitFor();
  await person(app, 'Alice');
  expect((await remembered(app)).nodes).toEqual(['Alice']);
  await (await openDrawer(app, 'memory')).getByTestId('chat-memory-state').getByText('are left as they are').waitFor();
  // What would have been written is written when the next chat is.
  await slash(app, '/newchat');
  const next = await chatName(app);
  await person(app, 'Bob');
  await kept(next, 'Bob');
  expect(onServer(app, name)?.text).toBe('{"format":"nonsense"');
  await openChat(app, name);
  expect((await remembered(app)).nodes).toEqual(['Alice']);
});

test('a reload loses nothing, and loads a memory only where there is one', async () => {
  const name = await chatName(app);
  await person(app, 'Alice');
  await kept(name, 'Alice');
  await app.load();
  await app.reconnect();
  await app.page.evaluate(() => SillyTavern.getContext().selectCharacterById(0));
  await openChat(app, name);
  expect((await remembered(app)).nodes).toEqual(['Alice']);
});

test('when everything is deleted the memory goes with it, and what the open chat’s file kept', async () => {
  const name = await chatName(app);
  await person(app, 'Alice');
  await kept(name, 'Alice');
  const drawer = await openDrawer(app, 'memory');
  await drawer.getByTestId('chat-memory').getByText('1 memory and 0 links').waitFor();
  await showTab(app, 'plugins');
  await drawer.getByTestId('erase').click();
  await drawer.getByTestId('erase-yes').click();
  await showTab(app, 'memory');
  await drawer.getByTestId('chat-memory').getByText('No memories of this chat yet').waitFor();
  await expect.poll(() => onServer(app, name), { timeout: SAVED_MS }).toBe(undefined);
  const databases = await app.page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name));
  expect(databases.filter((one) => one.startsWith('bulkhead-'))).toEqual([]);
  expect(await remembered(app)).toEqual({ nodes: [], edges: [] });
  await person(app, 'Bob');
  await slash(app, '/newchat');
  await openChat(app, name);
  expect((await remembered(app)).nodes).toEqual(['Bob']);
});

test('an extension that holds a session when everything is deleted goes on with it, and that is kept', async () => {
  const name = await chatName(app);
  await person(app, 'Alice');
  await kept(name, 'Alice');
  await app.page.evaluate(async () => {
    Object.assign(globalThis, { old: await globalThis.remember() });
  });
  const drawer = await openDrawer(app);
  await drawer.getByTestId('erase').click();
  await drawer.getByTestId('erase-yes').click();
  await expect.poll(() => onServer(app, name), { timeout: SAVED_MS }).toBe(undefined);
  await app.page.evaluate(() => {
    const { old } = globalThis as unknown as { old: Awaited<ReturnType<typeof globalThis.remember>> };
    return old.createNode({ type: 'character_sheet', title: 'Bob' });
  });
  await kept(name, 'Bob');
  expect((await remembered(app)).nodes).toEqual(['Bob']);
  await closeDrawer(app);
});

test('a memory that has no room in the chat’s file leaves what was kept there, and the drawer says so', async () => {
  const name = await chatName(app);
  await person(app, 'Alice');
  await kept(name, 'Alice');
  const drawer = await openDrawer(app, 'memory');
  await app.page.evaluate(
    async (file) => {
      const { characters, characterId, chatId, getExtensionApi = () => undefined } = SillyTavern.getContext();
      const { memory } = getExtensionApi('bulkhead') as Pick<Host, 'memory'>;
      const graph = await memory.open(`${characters[Number(characterId)]?.avatar}/${chatId}`);
      await graph.import([file]);
    },
    sampleFile({ nodes: 2_000, seed: 1 }),
  );
  await drawer.getByTestId('chat-memory-state').getByText('too large for the chat’s file').waitFor();
  await closeDrawer(app);
  await app.page.evaluate(() => SillyTavern.getContext().saveMetadata());
  expect(await onServerText(name)).toContain('Alice');
});
