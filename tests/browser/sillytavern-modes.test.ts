import { expect, test } from 'vitest';
import { staying } from '../../src/hosts/sillytavern/base/chat.js';
import type { Context } from '../../src/hosts/sillytavern/base/context.js';
import { Generations } from '../../src/hosts/sillytavern/base/generations.js';
import { Modes } from '../../src/hosts/sillytavern/modes/modes.js';
import { writeMessage } from '../../src/hosts/sillytavern/modes/write.js';
import { testHost } from './setup.js';

type Listener = (...args: unknown[]) => unknown;

/** A host of the documented shape, whose look at world info takes until it is let go. */
function slowHost() {
  const listeners = new Map<string, Set<Listener>>();
  const of = (event: string) => {
    const found = listeners.get(event) ?? new Set();
    listeners.set(event, found);
    return found;
  };
  const looked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<unknown>();
  const done: string[] = [];
  let open = { chatId: 'first', chatMetadata: {} as { [key: string]: unknown } };
  const context = (): Context =>
    ({
      ...{ mainApi: 'openai', onlineStatus: 'Valid', chatCompletionSettings: {}, extensionSettings: {} },
      ...{ name1: 'You', name2: 'Mara', characterId: 0, characters: [{ avatar: 'mara.png' }], groupId: null, ...open },
      chat: [{ name: 'You', is_user: true, mes: 'Hello.' }],
      eventSource: {
        on: (event: string, listener: Listener) => of(event).add(listener),
        removeListener: (event: string, listener: Listener) => of(event).delete(listener),
        emit: async (event: string, ...args: unknown[]) => {
          for (const listener of [...of(event)]) await listener(...args);
        },
      },
      eventTypes: { CHAT_CHANGED: 'chat_changed', GENERATION_STOPPED: 'generation_stopped' },
      isToolCallingSupported: () => true,
      getCurrentLocale: () => 'en-us',
      getChatCompletionModel: () => 'm',
      getWorldInfoPrompt: () => {
        looked.resolve();
        return letGo.promise;
      },
      ChatCompletionService: {
        presetToGeneratePayload: (_settings: object, _none: object, payload: object) => payload,
        processRequest: async () => {
          done.push('request');
          return { choices: [{ message: { content: 'x' } }] };
        },
      },
      saveReply: async () => void done.push('saveReply'),
      saveChat: async () => void done.push('saveChat'),
      saveMetadata: async () => void done.push('saveMetadata'),
      setExtensionPrompt: () => {},
    }) as unknown as Context;
  const leave = async () => {
    open = { chatId: 'second', chatMetadata: {} };
    await context().eventSource.emit('chat_changed');
  };
  return { context, leave, looked: looked.promise, letGo: () => letGo.resolve({}), done };
}

test.each(['loop', 'director'] as const)(
  'a %s that is still made ready when another chat is opened asks nobody, and nothing of it lands there',
  async (mode) => {
    await using host = testHost();
    const { context, leave, looked, letGo, done } = slowHost();
    const modes = new Modes({
      ...{ host, context, changed: () => {}, words: (key: string) => key },
      generations: new Generations(context),
    } as unknown as ConstructorParameters<typeof Modes>[0]);
    const running = modes.run({ mode });
    await looked;
    await leave();
    letGo();
    expect((await running)?.status).toBe('cancelled');
    expect(done).toEqual([]);
    expect(modes.busy).toBe(false);
    modes.close();
  },
);

test('a message is written into the chat it was made for, or nowhere: one that is being loaded is not saved over', async () => {
  const done: string[] = [];
  let now = { chatId: 'first', chat: [{ mes: 'Hello.' }] };
  const context = () =>
    ({
      ...{ characterId: 0, characters: [{ avatar: 'mara.png' }], ...now },
      saveReply: async () => {
        done.push(`reply in ${now.chatId}`);
        now = { chatId: 'second', chat: [] };
      },
      saveChat: async () => void done.push(`saved ${now.chatId}`),
    }) as unknown as Context;
  const generations = { writing: false } as Generations;
  const stay = staying(context, () => true);
  await expect(writeMessage(stay, generations, 'normal', 'Well.')).rejects.toThrow('closed meanwhile');
  await expect(writeMessage(stay, generations, 'normal', 'Well.')).rejects.toThrow('closed meanwhile');
  expect(done).toEqual(['reply in first']);
  expect(generations.writing).toBe(false);
});

test('a stop while a run is made ready ends it', async () => {
  await using host = testHost();
  const { context, looked, letGo, done } = slowHost();
  const modes = new Modes({
    ...{ host, context, changed: () => {}, words: (key: string) => key },
    generations: new Generations(context),
  } as unknown as ConstructorParameters<typeof Modes>[0]);
  const running = modes.run({ mode: 'loop' });
  await looked;
  modes.stop();
  letGo();
  expect((await running)?.status).toBe('cancelled');
  expect(done).toEqual([]);
  modes.close();
});
