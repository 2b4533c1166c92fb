import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../examples/memory-sample/random.js';
import { chineseTalk, englishTalk } from '../bench/recall/talk.js';
import type { App } from './app.js';
import { said } from './calls.js';
import { closeDrawer, openDrawer, slash } from './drawer.js';
import { chatFile, chatName, fillChat, openChat, openMemoryApp, remembered } from './memory-parts.js';

let app: App;
beforeAll(async () => {
  app = await openMemoryApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());
afterEach(() => expect(app.troubles).toEqual([]));

/** What is said of each fact, by whom, and how it is asked for later. */
const FACTS = [
  ['user', 'My sister Lily gets a rash from peanuts.', 'Which nuts should Lily not eat?'],
  ['model', 'The innkeeper hid the spare key under the blue flowerpot.', 'Where is the key of the inn hidden?'],
  ['user', '我妹妹小雨对花生过敏，一吃就会起疹子。', '小雨能吃花生酱吗？'],
  ['model', '船长说，去里斯本的船每个星期二清晨出发。', '我们什么时候可以坐船去里斯本？'],
  [
    'user',
    'I grew up in a village by the sea called Brightwater.',
    'What was the name of the village where I was raised?',
  ],
] as const;

/** A chat of so many messages of both sides, in which the facts lie far from the end. */
function messagesOf(count: number): readonly (readonly [side: 'user' | 'model', mes: string])[] {
  const random = createRandom(7);
  const messages = Array.from({ length: count }, (_, at) => {
    const talk = random.chance(0.5) ? englishTalk(random) : chineseTalk(random);
    return [at % 2 === 0 ? ('user' as const) : ('model' as const), talk] as const;
  });
  FACTS.forEach(([side, text], at) => {
    if (20 + at * 36 < count) messages[20 + at * 36] = [side, text];
  });
  return messages;
}

async function ask(question: string): Promise<string> {
  app.model.play({ content: 'Let me think.' });
  await app.send(question);
  await app.model.asked(1);
  await app.idle();
  return said(app.model.requests.at(-1), 'system').find((text) => text.includes('What is remembered')) ?? '';
}

test('five facts of three hundred messages, of both sides and two languages, are recalled for other words', async () => {
  await slash(app, '/newchat');
  await fillChat(app, messagesOf(299));
  const section = (await openDrawer(app, 'memory')).getByTestId('chat-memory');
  await section.getByTestId('chat-memory-remember').check();
  await section.getByText(/^30\d memories and/).waitFor();
  await closeDrawer(app);
  for (const [, fact, question] of FACTS) {
    const recalled = await ask(question);
    expect(recalled, question).toContain(fact);
    expect(recalled.length).toBeLessThanOrEqual(1_500);
  }
});

test('what is said later is remembered too, and goes with swipes; switched off, it is gone', async () => {
  await slash(app, '/newchat');
  const section = (await openDrawer(app, 'memory')).getByTestId('chat-memory');
  await section.getByTestId('chat-memory-remember').check();
  await closeDrawer(app);
  await ask('Hello there!');
  const nodes = async () => [...new Set((await remembered(app)).nodes.filter((title) => title.startsWith('#')))];
  await expect.poll(nodes).toEqual(['#1', '#2', '#3']);
  const name = await chatName(app);
  // Nothing of the messages stands in the file twice.
  await expect.poll(() => chatFile(app, name)).toContain('"remember":true');
  expect(chatFile(app, name).match(/Hello there!/g)).toHaveLength(1);
  await slash(app, '/newchat');
  expect((await remembered(app)).nodes).toEqual([]);
  await openChat(app, name);
  await slash(app, '/del 1');
  await expect.poll(nodes).toEqual(['#1', '#2']);
  await openDrawer(app, 'memory');
  await section.getByTestId('chat-memory-remember').uncheck();
  await section.getByText('No memories of this chat yet.').waitFor();
  expect(await nodes()).toEqual([]);
  await closeDrawer(app);
});

test('the connected model writes memories once enough was said, in the background, and what that cost is shown', async () => {
  await slash(app, '/newchat');
  const section = (await openDrawer(app, 'memory')).getByTestId('chat-memory');
  expect(await section.getByTestId('chat-memory-extract').isChecked()).toBe(false);
  await section.getByTestId('chat-memory-extract').check();
  await closeDrawer(app);
  await fillChat(app, messagesOf(12));
  const lily = { ref: 'l', type: 'character_sheet', title: 'Lily', fields: { traits: 'gets a rash from peanuts' } };
  app.model.play({ content: 'I see.' }, { content: JSON.stringify({ create: [lily], edit: [], links: [] }) });
  await app.send('My sister Lily gets a rash from peanuts.');
  await app.model.asked(2);
  const request = app.model.requests.at(-1);
  expect(JSON.stringify(request)).toContain('You keep the memory of a chat');
  expect(JSON.stringify(request)).toContain('gets a rash from peanuts');
  await expect.poll(async () => (await remembered(app)).nodes).toEqual(['Lily']);
  await openDrawer(app, 'memory');
  await section.getByText(/Read up to message 15\. Requests: 1; .* memories written: 1\./).waitFor();
  const name = await chatName(app);
  await expect.poll(() => chatFile(app, name)).toContain('"extract":{"upTo":15}');
  await section.getByTestId('chat-memory-extract').uncheck();
  await closeDrawer(app);
  // What it has written stays.
  expect((await remembered(app)).nodes).toEqual(['Lily']);
});
