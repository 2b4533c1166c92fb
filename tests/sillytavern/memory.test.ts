import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MemoryGraphApi } from '../../src/hosts/sillytavern/memory/gate.js';
import type { Host, OrchestratorApi } from '../../src/index.js';
import type { App } from './app.js';
import { said } from './calls.js';
import { closeDrawer, openDrawer, slash } from './drawer.js';
import { chatName, openChat, openMemoryApp, person, remembered } from './memory-parts.js';

let app: App;
beforeAll(async () => {
  app = await openMemoryApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await slash(app, '/newchat');
});
afterEach(() => expect(app.troubles).toEqual([]));

const shown = (text: string) => app.page.locator('#chat .mes_text').getByText(text).last().waitFor();

/** Says something, and waits for the answer. */
async function say(text: string, answer: string): Promise<void> {
  app.model.play({ content: answer });
  await app.send(text);
  await shown(answer);
  await app.idle();
}

async function swipe(way: 'left' | 'right'): Promise<void> {
  const swiped = await app.event('MESSAGE_SWIPED');
  // SillyTavern takes no swipe while it writes down an answer: a user presses once more.
  await app.page.evaluate(() => {
    const { swipe_id } = SillyTavern.getContext().chat.at(-1) ?? {};
    Object.assign(globalThis, { before: swipe_id });
  });
  await app.page.waitForFunction(
    (to) => {
      const { before } = globalThis as unknown as { before: number };
      if (SillyTavern.getContext().chat.at(-1)?.swipe_id !== before) return true;
      document.querySelector<HTMLElement>(`#chat .mes:last-child .swipe_${to}`)?.click();
      return false;
    },
    way,
    { polling: 400 },
  );
  await swiped();
}

const eventsTold = () => app.page.evaluate(() => globalThis.told.splice(0));

test('memory goes back and forward with swipes, edits, deleted swipes and messages, branches and other chats', async () => {
  await say('Hello', 'One.');
  const alice = await person(app, 'Alice');
  await say('And then?', 'Two.');
  await person(app, 'Bob', { [alice]: 'knows' });
  await app.page.evaluate(() => (globalThis as unknown as { watch(): void }).watch());
  await eventsTold();
  const both = { nodes: ['Alice', 'Bob'], edges: ['Bob knows Alice'] };
  expect(await remembered(app)).toEqual(both);

  // Another answer knows nothing of what was written for the first.
  app.model.play({ content: 'Three.' });
  await swipe('right');
  await shown('Three.');
  await app.idle();
  expect(await remembered(app)).toEqual({ nodes: ['Alice'], edges: [] });
  await person(app, 'Carol', { [alice]: 'fears' });
  const other = { nodes: ['Alice', 'Carol'], edges: ['Carol fears Alice'] };
  expect(await remembered(app)).toEqual(other);
  await swipe('left');
  expect(await remembered(app)).toEqual(both);
  await swipe('right');
  expect(await remembered(app)).toEqual(other);
  // Others are told of the event when memory is there already.
  expect(await eventsTold()).toEqual([
    'MESSAGE_SWIPED: Alice',
    'MESSAGE_RECEIVED: Alice',
    'MESSAGE_SWIPED: Alice, Bob',
    'MESSAGE_SWIPED: Alice, Carol',
  ]);

  // An edit leaves what is known; its turn is to be read once more.
  const message = app.page.locator('#chat .mes:last-child');
  await message.locator('.mes_edit').evaluate((button: HTMLElement) => button.click());
  await message.locator('textarea').fill('Three, and more.');
  const edited = await app.event('MESSAGE_UPDATED');
  await message.locator('.mes_edit_done').evaluate((button: HTMLElement) => button.click());
  await edited();
  expect(await remembered(app)).toEqual(other);

  // The first answer is deleted: what the second knows stays with it, under its new number.
  await slash(app, '/delswipe 1');
  expect(await remembered(app)).toEqual(other);
  expect(await eventsTold()).toEqual(['MESSAGE_SWIPE_DELETED: Alice, Carol']);

  const parent = await chatName(app);
  const branch = await slash(app, '/branch-create 2');
  await app.page.waitForFunction((name) => SillyTavern.getContext().chatId === name, branch);
  expect(await eventsTold()).toContain('CHAT_CHANGED: Alice');
  expect(await remembered(app)).toEqual({ nodes: ['Alice'], edges: [] });
  await person(app, 'Dave');
  expect(await remembered(app)).toEqual({ nodes: ['Alice', 'Dave'], edges: [] });
  await openChat(app, parent);
  expect(await remembered(app)).toEqual(other);

  // What is deleted does not come back with new messages on its place.
  await eventsTold();
  await slash(app, '/del 1');
  expect(await remembered(app)).toEqual({ nodes: ['Alice'], edges: [] });
  expect(await eventsTold()).toEqual(['MESSAGE_DELETED: Alice']);
  app.model.play({ content: 'Four.' });
  await app.page.evaluate(() => SillyTavern.getContext().generate('normal', { automatic_trigger: true }));
  await shown('Four.');
  await app.idle();
  expect(await remembered(app)).toEqual({ nodes: ['Alice'], edges: [] });
  await openChat(app, branch);
  expect(await remembered(app)).toEqual({ nodes: ['Alice', 'Dave'], edges: [] });
});

test('a session stays with the chat that it was opened for', async () => {
  const first = await chatName(app);
  await person(app, 'Alice');
  await app.page.evaluate(async () => {
    Object.assign(globalThis, { old: await globalThis.remember() });
  });
  await slash(app, '/newchat');
  const second = await chatName(app);
  expect(second).not.toBe(first);
  await app.page.evaluate(() => {
    const { old } = globalThis as unknown as { old: Awaited<ReturnType<typeof globalThis.remember>> };
    return old.createNode({ type: 'character_sheet', title: 'Bob' });
  });
  expect(await remembered(app)).toEqual({ nodes: [], edges: [] });
  await openChat(app, first);
  expect((await remembered(app)).nodes).toEqual(['Alice', 'Bob']);
});

test('there is no session for what is no chat, and for a host that says it keeps none', async () => {
  const answers = await app.page.evaluate(async () => {
    const context = SillyTavern.getContext();
    const { getExtensionApi = () => undefined } = context;
    const { openSession } = getExtensionApi('memory-graph') as MemoryGraphApi;
    const chat = { chatId: 'a chat of no character' };
    const given = [undefined, null, 'context', {}, { ...context, chatId: undefined, characterId: undefined }];
    const without = [{ ...chat, createFloorState: undefined }];
    const good = [chat, { ...chat, createFloorState: () => {} }];
    const sessions = await Promise.all([...given, ...without, ...good].map((one) => openSession(one)));
    return sessions.map((session) => session && Object.keys(session).length);
  });
  expect(answers).toEqual([null, null, null, null, null, null, 16, 16]);
});

test('what fits the last message and what always counts is in the request, and the drawer says why', async () => {
  const ids = await app.page.evaluate(async () => {
    const session = await globalThis.remember();
    const made = async (type: string, title: string, fields: object) =>
      (await session.createNode({ type, title, fields: fields as never })).id;
    return {
      alice: await made('character_sheet', 'Alice', { inventory: ['a silver sword', '{{char}}’s ring'] }),
      inn: await made('location_state', 'The Heron', { state: 'an inn, burnt down' }),
      key: await made('thread', 'The key', { status: 'open', note: 'nobody knows where it is' }),
    };
  });
  await say('Who has the SWORD?', 'She has.');
  const [request] = await app.model.asked(1);
  const memories = said(request, 'system').filter((text) => text.includes('What is remembered from earlier'));
  expect(memories).toHaveLength(1);
  expect(memories[0]).toContain('(character_sheet) Alice: inventory: a silver sword, {\u200b{char}}’s ring');
  expect(memories[0]).toContain('(thread) The key: status: open; note: nobody knows where it is');
  expect(memories[0]).not.toContain('Heron');
  const injected = await app.page.evaluate(() => {
    const context = SillyTavern.getContext();
    const { getExtensionApi = () => undefined } = context;
    const { getCurrentlyInjectedNodeIds } = getExtensionApi('memory-graph') as MemoryGraphApi;
    const sets = Object.entries(getCurrentlyInjectedNodeIds(context)) as [string, Set<string>][];
    return Object.fromEntries(sets.map(([name, set]) => [name, [...set].sort()]));
  });
  expect(injected).toEqual({
    alwaysInjectIds: [ids.key],
    recallSelectedIds: [ids.alice],
    visibleIds: [ids.alice, ids.inn, ids.key].sort(),
  });
  const drawer = await openDrawer(app, 'memory');
  const section = drawer.getByTestId('chat-memory');
  await section.getByText('3 memories and 0 links').waitFor();
  for (const pressed of ['summary', 'label:has(input)', 'input[type=number]']) {
    expect((await section.locator(pressed).first().boundingBox())?.height).toBeGreaterThanOrEqual(32);
  }
  await section.getByText('2 memories in the last prompt').click();
  await section.getByText('matches: sword', { exact: true }).waitFor();
  await section.locator(`[data-node=${ids.key}]`).getByText('always added').waitFor();
  expect(await section.getByTestId('chat-memory-row').count()).toBe(2);

  // Not in what an extension asks quietly, and not at all where the user does not want it.
  app.model.play({ content: 'Quietly.' });
  await app.page.evaluate(() => SillyTavern.getContext().generateQuietPrompt({ quietPrompt: 'The sword?' }));
  const quiet = app.model.requests.at(-1);
  expect(JSON.stringify(quiet)).not.toContain('silver sword');
  await section.getByTestId('chat-memory-recall').uncheck();
  await closeDrawer(app);
  await say('And the sword now?', 'Still she.');
  expect(JSON.stringify(app.model.requests.at(-1))).not.toContain('silver sword');
  await openDrawer(app, 'memory');
  expect(await section.getByTestId('chat-memory-recalled').isVisible()).toBe(false);
  await section.getByTestId('chat-memory-recall').check();
  await section.getByTestId('chat-memory-room').fill('200');
  await section.getByTestId('chat-memory-room').blur();
  await closeDrawer(app);
  await say('Who has the sword?', 'She.');
  const told = said(app.model.requests.at(-1), 'system').find((text) => text.includes('What is remembered'));
  expect(told).toContain('silver sword');
  expect(told?.length).toBeLessThanOrEqual(200);
  await openDrawer(app, 'memory');
  await section.getByTestId('chat-memory-room').fill('1500');
  await section.getByTestId('chat-memory-room').blur();
  await closeDrawer(app);
});

test('a search by meaning that does not end keeps no request waiting', async () => {
  await person(app, 'Alice');
  const setEmbeddings = (slow: boolean) =>
    app.page.evaluate(async (on) => {
      const { getExtensionApi = () => undefined } = SillyTavern.getContext();
      const { memory } = getExtensionApi('bulkhead') as Pick<Host, 'memory'>;
      await memory.setEmbeddings(on ? { kind: 'function', id: 'slow', embed: () => new Promise(() => {}) } : null);
    }, slow);
  await setEmbeddings(true);
  await say('Where is Alice?', 'Here.');
  expect(JSON.stringify(app.model.requests.at(-1))).toContain('(character_sheet) Alice');
  const section = (await openDrawer(app, 'memory')).getByTestId('chat-memory');
  await section.getByText('the search by meaning took too long').waitFor();
  await closeDrawer(app);
  await setEmbeddings(false);
});

test('agents of an orchestration have the memory tools, on the chat of their run', async () => {
  await person(app, 'Alice');
  const content = await app.page.evaluate(async () => {
    const { getExtensionApi = () => undefined } = SillyTavern.getContext();
    const api = getExtensionApi('orchestrator') as OrchestratorApi;
    const run = await api.openRun();
    try {
      const call = (id: string, name: string, args: object) =>
        api.dispatch({ id, function: { name, arguments: JSON.stringify(args) } } as never, run);
      await call('1', 'memory_node_create', { type: 'character_sheet', title: 'Bob' });
      return JSON.stringify(await call('2', 'memory_find_by_name', { query: 'bo' }));
    } finally {
      await run.end();
    }
  });
  expect(content).toContain('Bob');
  expect((await remembered(app)).nodes).toEqual(['Alice', 'Bob']);
});

test('what an extension writes while a streamed answer arrives belongs to that answer, and goes when another is made', async () => {
  await app.page.evaluate(() => {
    const { chatCompletionSettings, eventSource, eventTypes } = SillyTavern.getContext();
    chatCompletionSettings.stream_openai = true;
    const write = async () => {
      const session = await globalThis.remember();
      await session.createNode({ type: 'event', fields: { summary: 'Something was said.' } });
    };
    const received = eventTypes.MESSAGE_RECEIVED ?? '';
    eventSource.on(received, write);
    Object.assign(globalThis, { unhear: () => eventSource.removeListener(received, write) });
  });
  await say('Hello', 'One of many.');
  expect((await remembered(app)).nodes).toEqual(['Summary 1']);
  await app.page.evaluate(() => (globalThis as unknown as { unhear(): void }).unhear());
  app.model.play({ content: 'Two of many.' });
  await app.page.evaluate(() => SillyTavern.getContext().generate('regenerate', {}));
  await shown('Two of many.');
  await app.idle();
  expect(await remembered(app)).toEqual({ nodes: [], edges: [] });
  await app.page.evaluate(() => {
    SillyTavern.getContext().chatCompletionSettings.stream_openai = false;
  });
});

test('a checkpoint that is opened later has what was known when it was made', async () => {
  await say('Hello', 'One.');
  await person(app, 'Alice');
  const checkpoint = await slash(app, '/checkpoint-create 2');
  await say('And then?', 'Two.');
  await person(app, 'Bob');
  expect((await remembered(app)).nodes).toEqual(['Alice', 'Bob']);
  await openChat(app, checkpoint);
  expect((await remembered(app)).nodes).toEqual(['Alice']);
  // Its own story goes on from there.
  await say('Something else', 'Three.');
  await say('And then?', 'Four.');
  await slash(app, '/newchat');
  await openChat(app, checkpoint);
  expect((await remembered(app)).nodes).toEqual(['Alice']);
});

test('a card’s own node types hold at once, and words without spaces find what is remembered', async () => {
  const types = [{ id: 'relic', tableName: 'relics', tableColumns: ['title', 'power'] }];
  const schema = await app.page.evaluate(async (own) => {
    const { characters, characterId } = SillyTavern.getContext();
    const card = characters[Number(characterId)] as { data: { extensions: { [name: string]: unknown } } };
    card.data.extensions.bulkhead = { memory: { types: own } };
    const session = await globalThis.remember();
    await session.createNode({ type: 'relic', title: '银剑', fields: { power: '斩断月光' } });
    await session.createNode({ type: 'relic', title: '铜镜', fields: { power: '映出谎言' } });
    return (await session.getSchema()).types.map(({ type }) => type);
  }, types);
  expect(schema).toEqual(['relic']);
  await say('那把银剑在哪里？', '在这里。');
  const told = said(app.model.requests.at(-1), 'system').find((text) => text.includes('What is remembered'));
  expect(told).toContain('- (relic) 银剑: power: 斩断月光');
  expect(told).not.toContain('铜镜');
  await app.page.evaluate(() => {
    const { characters, characterId } = SillyTavern.getContext();
    const card = characters[Number(characterId)] as { data: { extensions: { [name: string]: unknown } } };
    delete card.data.extensions.bulkhead;
  });
});

test('older names of the injection state speak of the chat that is open', async () => {
  const states = await app.page.evaluate(() => {
    const { getExtensionApi = () => undefined } = SillyTavern.getContext();
    const api = getExtensionApi('memory-graph') as MemoryGraphApi;
    api.applyMemoryGraphInjectionUpdate({ alwaysInjectIds: ['n_1'], visibleIds: new Set(['n_1', 'n_2']) });
    const first = api.getCurrentlyInjectedNodeIds();
    first.visibleIds.clear();
    api.__recordInjectedNodeIds({ ...api.getMemoryGraphInjectionState(), recallSelectedIds: ['n_2'] });
    const sets = [api.getCurrentlyInjectedNodeIds(SillyTavern.getContext()), api.createEmptyInjectionState()];
    return sets.map((state) => Object.values(state).map((set: Set<string>) => [...set]));
  });
  expect(states).toEqual([
    [['n_1'], ['n_2'], ['n_1', 'n_2']],
    [[], [], []],
  ]);
  const seen = await app.page.evaluate(async () => {
    const { getExtensionApi = () => undefined } = SillyTavern.getContext();
    const session = await globalThis.remember();
    const { id } = await session.createNode({ type: 'thread', title: 'The key' });
    const api = getExtensionApi('memory-graph') as MemoryGraphApi;
    api.applyMemoryGraphInjectionUpdate({ alwaysInjectIds: [id] });
    for (;;) {
      const brief = await session.getNodeBrief(id);
      if (brief?.alwaysInject) return true;
    }
  });
  expect(seen).toBe(true);
  await slash(app, '/newchat');
  const next = await app.page.evaluate(() => {
    const { getExtensionApi = () => undefined } = SillyTavern.getContext();
    return (getExtensionApi('memory-graph') as MemoryGraphApi).getCurrentlyInjectedNodeIds().alwaysInjectIds.size;
  });
  expect(next).toBe(0);
});

test('the drawer shows all memories of the open chat, and what is changed there is the chat’s', async () => {
  await person(app, 'Alice');
  const section = (await openDrawer(app, 'memory')).getByTestId('chat-memory');
  const fold = section.getByTestId('chat-memory-table');
  await fold.locator('summary').first().click();
  const table = fold.locator('bulkhead-memory');
  await table.getByTestId('memory-row').getByText('Alice').waitFor();
  // A chat is begun by the host.
  expect(await table.getByTestId('chat-new').count()).toBe(0);
  // A chat's name may be longer than the drawer is wide.
  const [chosen, whole] = await Promise.all([table.getByTestId('memory-chat').boundingBox(), section.boundingBox()]);
  const right = (box: typeof whole) => (box ? box.x + box.width : Number.NaN);
  expect(right(chosen)).toBeLessThanOrEqual(right(whole));
  await slash(app, '/newchat');
  await table.getByTestId('memory-empty').waitFor();
  await table.getByTestId('empty-create').click();
  await fold.locator('summary').first().click();
  await table.waitFor({ state: 'detached' });
  await closeDrawer(app);
});

test('each chat keeps its own memory, however quickly one is opened after another', async () => {
  const names: string[] = [];
  for (const title of ['Alice', 'Bob', 'Carol']) {
    await slash(app, '/newchat');
    names.push(await chatName(app));
    await person(app, title);
  }
  const tangled = await app.page.evaluate(async (chats) => {
    const { openCharacterChat } = SillyTavern.getContext();
    const titles = new Map<string, Set<string>>();
    for (let turn = 0; turn < 12 || titles.size < chats.length; turn++) {
      // The host gives up where it saves another one for too long: that one stays open then.
      const opened = openCharacterChat(chats[turn % chats.length] ?? '').catch(() => {});
      // Nobody waits for the chat, nor for what is written to it.
      for (let look = 0; look < 3; look++) {
        const { chatId = '' } = SillyTavern.getContext();
        const session = await globalThis.remember();
        const found = (await session.listVisibleCandidates()).map(({ title }) => title);
        const seen = titles.get(chatId) ?? new Set();
        for (const title of found) seen.add(title);
        titles.set(chatId, seen);
        await session.createNode({ type: 'thread', title: `of ${chatId}` });
      }
      if (turn % 4 === 3) await opened;
    }
    return [...titles].map(([chat, seen]) => [chat, [...seen].filter((title) => title !== `of ${chat}`)]);
  }, names);
  expect(Object.fromEntries(tangled)).toEqual({
    [names[0] ?? '']: ['Alice'],
    [names[1] ?? '']: ['Bob'],
    [names[2] ?? '']: ['Carol'],
  });
});
