import { expect, test } from 'vitest';
import { recall } from '../../../../worker/memory/plain/recall.js';
import { readChatFile } from '../../../../worker/memory/transfer/chat-file.js';
import { graphFromChat } from '../../../../worker/memory/transfer/graph-from-chat.js';
import { BulkheadError } from '../../../../worker/protocol/errors.js';
import { naiveNormalize } from '../../../fixtures/memory/naive/normalize.js';
import { generateChat, writeChatFile } from '../../../fixtures/memory-generator/chat.js';

const HEAD = JSON.stringify({
  user_name: 'User',
  character_name: 'Alice',
  create_date: '2025',
  chat_metadata: { note: 1 },
});
const GREETING = JSON.stringify({
  name: 'Alice',
  is_user: false,
  mes: 'Hello.',
  send_date: 'today',
  extra: { model: 'm' },
});
const ASKED = JSON.stringify({ name: 'User', is_user: true, is_system: false, mes: 'Who are you?', send_date: 1 });

/** The line that reading complains about. */
function brokenLine(text: string): number | undefined {
  try {
    readChatFile(text);
  } catch (error) {
    if (error instanceof BulkheadError && error.code === 'BAD_ARGS') return error.details.line;
    throw error;
  }
  return undefined;
}

test('the same seed gives the same chat, and its file is read back as it was', () => {
  const chat = generateChat({ seed: 4, messages: 41 });
  expect(generateChat({ seed: 4, messages: 41 })).toEqual(chat);
  expect(chat.messages.map(({ is_user }) => is_user).slice(0, 3)).toEqual([false, true, false]);
  expect(readChatFile(writeChatFile(chat))).toEqual(chat);
});

test('a chat file of SillyTavern is read, whatever its line ends', () => {
  for (const file of [`${HEAD}\n${GREETING}\n${ASKED}`, `\uFEFF${HEAD}\r\n${GREETING}\r\n\r\n${ASKED}\r\n`]) {
    const chat = readChatFile(file);
    expect([chat.userName, chat.characterName, chat.metadata]).toEqual(['User', 'Alice', { note: 1 }]);
    expect(chat.messages).toEqual([
      { name: 'Alice', is_user: false, is_system: false, mes: 'Hello.', send_date: 'today', extra: { model: 'm' } },
      { name: 'User', is_user: true, is_system: false, mes: 'Who are you?', send_date: 1 },
    ]);
  }
});

test('a file without a head is read', () => {
  expect(readChatFile(`${GREETING}\n${ASKED}\n`).messages).toHaveLength(2);
});

test('odd swipes do no harm', () => {
  const odd = JSON.stringify({ is_user: false, mes: 'x', swipe_id: -1, swipes: ['x', null], extra: 7, send_date: {} });
  expect(readChatFile(`${HEAD}\n${odd}`).messages).toEqual([
    { name: 'Alice', is_user: false, is_system: false, mes: 'x', swipes: ['x', ''] },
  ]);
});

test('half a file and a bad line are named by their line', () => {
  const whole = `${HEAD}\n${GREETING}\n${ASKED}\n`;
  expect(brokenLine(whole.slice(0, -20))).toBe(3);
  expect(brokenLine(`${HEAD}\n\n[1]\n${ASKED}`)).toBe(3);
  expect(brokenLine(`${HEAD}\n${JSON.stringify({ name: 'Alice' })}\n`)).toBe(2);
  expect(brokenLine('{"a":1}\n')).toBe(1);
  expect(brokenLine('')).toBe(1);
  expect(brokenLine('just text')).toBe(1);
  expect(brokenLine(whole)).toBeUndefined();
});

test('a chat becomes an event for each message of both sides, with who said it; a long one becomes several, whole', () => {
  const long = Array.from({ length: 80 }, (_, at) => `The ${at}th long tale is over.`).join(' ');
  const hidden = JSON.stringify({ name: 'Bob', is_user: false, is_system: true, mes: `  ${long}` });
  const blank = JSON.stringify({ name: 'Alice', is_user: false, mes: '   ' });
  const graph = graphFromChat(readChatFile([HEAD, GREETING, ASKED, blank, hidden].join('\n')).messages);
  expect(naiveNormalize({ ...graph })).toEqual(graph);
  const nodes = Object.values(graph.nodes);
  const events = nodes.filter(({ type }) => type === 'event');
  expect(events.slice(0, 3).map(({ seqTo, floorRange, fields }) => [seqTo, floorRange?.end, fields.speaker])).toEqual([
    [1, 0, 'Alice'],
    [2, 1, 'User'],
    [2, 3, 'Bob'],
  ]);
  const tales = events.filter(({ fields }) => fields.speaker === 'Bob').map(({ fields }) => String(fields.summary));
  expect(tales.length).toBeGreaterThan(2);
  expect(tales.join(' ')).toBe(long);
  for (const tale of tales) expect(tale.length <= 600 && tale.endsWith('over.')).toBe(true);
  expect(nodes.filter(({ type }) => type === 'character_sheet').map(({ title, seqTo }) => [title, seqTo])).toEqual([
    ['Alice', 1],
    ['User', 2],
    ['Bob', 2],
  ]);
  expect(graph.edges).toHaveLength(events.length);
  expect([graph.seqCounter, graph.sourceMessageCount]).toEqual([2, 4]);
});

test('five facts of both sides, in two languages, are recalled from a chat of three hundred messages within 1,500 characters', async () => {
  const talk = (at: number) =>
    [
      'Well, that was a long day, and the road was muddy.',
      '今天走了很远的路，路上全是泥。',
      `I heard music from the tavern for ${at} nights.`,
      'Let us sit down by the fire and rest.',
    ][at % 4] as string;
  const facts = [
    [21, true, 'My sister Lily is allergic to peanuts, did I tell you?', 'Can Lily eat this peanut butter?'],
    [80, false, 'I hid the spare key under the blue flowerpot.', 'Where did you hide the keys?'],
    [141, true, '对了，妹妹小雨对花生过敏。', '小雨能吃花生酱吗？'],
    [200, false, '我的猫叫咪咪，它怕打雷。', '打雷的时候猫会怎么样？'],
    [261, true, 'We named the ship Heron after my grandmother.', 'What is our ship called?'],
  ] as const;
  const messages = Array.from({ length: 300 }, (_, at) => {
    const fact = facts.find(([floor]) => floor === at);
    const isUser = at % 2 === 1;
    return { name: isUser ? 'Me' : 'Seraphina', is_user: isUser, is_system: false, mes: fact?.[2] ?? talk(at) };
  });
  const store = graphFromChat(messages);
  for (const [floor, , fact, query] of facts) {
    const found = await recall(store, {}, { messages: [...messages.slice(-5), { mes: query }] });
    const texts = found.map(({ text }) => text);
    expect(texts.join('').length).toBeLessThanOrEqual(1_500);
    expect(texts).not.toContain('Seraphina');
    expect(
      texts.some((text) => text.includes(fact)),
      `${floor}: ${texts.join('\n')}`,
    ).toBe(true);
  }
});
