import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Host } from '../../src/index.js';
import type { App } from './app.js';
import { slash } from './drawer.js';
import { chatName, deleteChat, openCharacter, openChat, openMemoryApp, person, remembered } from './memory-parts.js';

let app: App;
beforeAll(async () => {
  app = await openMemoryApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());
afterEach(() => expect(app.troubles).toEqual([]));

/** Chats that something is kept of. */
const kept = () =>
  app.page.evaluate(async () => {
    const { getExtensionApi = () => undefined } = SillyTavern.getContext();
    return (getExtensionApi('bulkhead') as Pick<Host, 'memory'>).memory.chats();
  });

/** Where on the disk a text stands, in a key or in what is kept under it: in the databases, and in their copy. */
const onDisk = (text: string) =>
  app.page.evaluate(async (wanted) => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets?: { open(name: string): Promise<{ indexedDB: IDBFactory }> };
    };
    // Held, and never another one: Chromium answers no more on its databases when a bucket is collected as garbage.
    const page = globalThis as { bucket?: { indexedDB: IDBFactory } | undefined };
    page.bucket ??= await storageBuckets?.open('bulkhead-memory');
    const { bucket } = page;
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: string[] = [];
    for (const factory of [indexedDB, ...(bucket ? [bucket.indexedDB] : [])]) {
      for (const { name = '' } of await factory.databases()) {
        if (!name.startsWith('bulkhead')) continue;
        const database = await done(factory.open(name));
        for (const store of database.objectStoreNames) {
          const objects = database.transaction(store).objectStore(store);
          const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
          keys.forEach((key, at) => {
            if (`${key} ${JSON.stringify(values[at])}`.includes(wanted)) found.push(`${name}: ${key}`);
          });
        }
        database.close();
      }
    }
    return found;
  }, text);

/** Does something with the host's own modules, whose names a bundler must not read. */
const inHost = (code: string): Promise<unknown> =>
  app.page.evaluate(`(async () => {
    const [script, groups] = await Promise.all([import('/script.js'), import('/scripts/group-chats.js')]);
    const context = SillyTavern.getContext();
    ${code}
  })()`);

const select = (character: number) => openCharacter(app, character);

const renameTo = async (name: string) => {
  await slash(app, `/renamechat ${name}`);
  await app.page.waitForFunction((now) => SillyTavern.getContext().chatId === now, name);
};

/** Another chat of the character, by this name. */
const newChat = async (name: string) => {
  await slash(app, '/newchat');
  await renameTo(name);
};

test('a chat that is deleted takes along all that was kept of its memory; another character’s of that name stays', async () => {
  await newChat('doomed');
  // Its copy has a chat of the same name.
  await slash(app, '/dupe');
  await person(app, 'Zaphira');
  await app.page.evaluate(async () => {
    const { characters, characterId, chatId, getExtensionApi = () => undefined } = SillyTavern.getContext();
    const { memory } = getExtensionApi('bulkhead') as Pick<Host, 'memory'>;
    await memory.setEmbeddings({ kind: 'local' });
    const graph = await memory.open(`${characters[Number(characterId)]?.avatar}/${chatId}`);
    const file: string[] = [];
    for await (const part of graph.export('json')) file.push(part);
    // What was there is set aside.
    await graph.import(file);
    await graph.index();
    await graph.vectorSearch({ query: 'Zaphira', k: 1 });
  });
  await expect.poll(async () => (await onDisk('doomed')).length).toBeGreaterThan(3);
  await select(1);
  expect(await chatName(app)).toBe('doomed');
  await person(app, 'Bob');
  const [first, second] = await app.page.evaluate(() =>
    SillyTavern.getContext().characters.map(({ avatar }) => `${avatar}/doomed`),
  );
  expect(await kept()).toEqual([first, second].sort());
  await select(0);
  await openChat(app, 'doomed');
  expect((await remembered(app)).nodes).toEqual(['Zaphira']);

  await deleteChat(app);
  await expect.poll(kept).toEqual([second]);
  await expect.poll(() => onDisk(first ?? '')).toEqual([]);
  expect(await onDisk('Zaphira')).toEqual([]);
  // One that is called so later begins empty.
  await newChat('doomed');
  expect(await remembered(app)).toEqual({ nodes: [], edges: [] });
  await person(app, 'Carol');
  await select(1);
  expect((await remembered(app)).nodes).toEqual(['Bob']);
  await select(0);
  expect((await remembered(app)).nodes).toEqual(['Carol']);
});

test('who holds a session of a deleted chat does not bring its memory back', async () => {
  await newChat('held');
  await person(app, 'Zaphira');
  await app.page.evaluate(async () => {
    Object.assign(globalThis, { old: await globalThis.remember() });
  });
  await slash(app, '/newchat');
  const deleted = await app.event('CHAT_DELETED');
  await inHost("await script.deleteCharacterChatByName(context.characterId, 'held')");
  await deleted();
  await expect.poll(() => onDisk('held')).toEqual([]);
  await app.page.evaluate(() => {
    const { old } = globalThis as unknown as { old: Awaited<ReturnType<typeof globalThis.remember>> };
    return old.createNode({ type: 'character_sheet', title: 'Too late' });
  });
  await expect.poll(() => onDisk('held')).toEqual([]);
  await newChat('held');
  expect(await remembered(app)).toEqual({ nodes: [], edges: [] });
});

test('a character that is deleted takes the memories of its chats along, unless their files are kept', async () => {
  await slash(app, '/dupe');
  await select(1);
  await newChat('of a copy');
  await person(app, 'Zaphira');
  const remove = (deleteChats: boolean) =>
    inHost(`await script.deleteCharacter(context.characters[1].avatar, { deleteChats: ${deleteChats} })`);
  const names = async () => (await kept()).map((chat) => chat.slice(chat.indexOf('/') + 1));
  let deleted = await app.event('CHARACTER_DELETED');
  await remove(false);
  await deleted();
  await select(0);
  expect(await names()).toContain('of a copy');
  // The host gives a card of that picture's name the files that were kept, so they are there again.
  const again = await slash(app, '/dupe');
  expect((await kept()).filter((chat) => chat.startsWith(`${again}/`)).map((chat) => chat.split('/')[1])).toContain(
    'of a copy',
  );
  deleted = await app.event('CHARACTER_DELETED');
  await remove(true);
  await deleted();
  await select(0);
  await expect.poll(names).not.toContain('of a copy');
  expect(await onDisk('of a copy')).toEqual([]);
});

test('the memory of a chat that is open in another tab stays', async () => {
  await newChat('open twice');
  await person(app, 'Alice');
  const other = await app.browser.newPage();
  try {
    await other.goto(app.server.url);
    await other.waitForSelector('#bulkhead_settings', { state: 'attached', timeout: 120_000 });
    await openCharacter({ page: other });
    await openChat({ page: other }, 'open twice');
    expect((await remembered({ page: other })).nodes).toEqual(['Alice']);
    await deleteChat(app);
    expect((await remembered({ page: other })).nodes).toEqual(['Alice']);
    expect((await onDisk('open twice')).length).toBeGreaterThan(0);
  } finally {
    await other.close();
  }
});

test('nothing is left under the old name of a chat, and who holds a session of it goes on', async () => {
  await newChat('the old name');
  const alice = await person(app, 'Alice');
  await app.page.evaluate(async () => {
    Object.assign(globalThis, { old: await globalThis.remember() });
  });
  await renameTo('the new name');
  await expect.poll(() => onDisk('the old name')).toEqual([]);
  expect((await remembered(app)).nodes).toEqual(['Alice']);
  await app.page.evaluate(async (id) => {
    const { old } = globalThis as unknown as { old: Awaited<ReturnType<typeof globalThis.remember>> };
    await old.editNode({ id, title: 'Alicia' });
    await old.createNode({ type: 'character_sheet', title: 'Bob' });
  }, alice);
  expect((await remembered(app)).nodes).toEqual(['Alicia', 'Bob']);
  expect(await onDisk('the old name')).toEqual([]);
});
