import { expect, test } from 'vitest';
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

test('a chat becomes one event for each answer, with who was there', () => {
  const hidden = JSON.stringify({ name: 'Bob', is_user: false, is_system: true, mes: `  ${'long '.repeat(80)}` });
  const blank = JSON.stringify({ name: 'Alice', is_user: false, mes: '   ' });
  const graph = graphFromChat(readChatFile([HEAD, GREETING, ASKED, blank, hidden].join('\n')).messages);
  expect(naiveNormalize({ ...graph })).toEqual(graph);
  const nodes = Object.values(graph.nodes);
  const events = nodes.filter(({ type }) => type === 'event');
  expect(events.map(({ seqTo, floorRange }) => [seqTo, floorRange])).toEqual([
    [1, { start: 0, end: 0 }],
    [2, { start: 1, end: 3 }],
  ]);
  expect(String(events[1]?.fields.summary)).toMatch(/^long .* long…$/);
  expect(String(events[1]?.fields.summary).length).toBeLessThanOrEqual(201);
  expect(nodes.filter(({ type }) => type === 'character_sheet').map(({ title, seqTo }) => [title, seqTo])).toEqual([
    ['Alice', 2],
    ['User', 2],
    ['Bob', 2],
  ]);
  expect(graph.edges).toHaveLength(4);
  expect([graph.nodeSeq, graph.seqCounter, graph.sourceMessageCount]).toEqual([5, 2, 4]);
});
