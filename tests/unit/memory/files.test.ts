import { expect, test } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { Exports } from '../../../worker/memory/chat/files.js';
import { putSample } from '../../../worker/memory/chat/samples.js';
import type { Chat } from '../../../worker/memory/floor/types.js';
import { type Logs, openLogs } from '../../../worker/memory/log/logs.js';
import { importLines } from '../../../worker/memory/transfer/line-reader.js';

const openChat = (messages?: Chat, logs: Logs = openLogs({ store: null })) =>
  ChatGraph.open({ logs, chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} }, messages);

test('two exports of one chat at once are two whole files, each of what was there when it began', async () => {
  const chat = await openChat();
  const exports = new Exports();
  const texts = ['', ''];
  const from: (number | null)[] = [0, 0];
  const take = async (one: 0 | 1) => {
    const part = await exports.next(chat, 'jsonl', from[one] ?? -1);
    texts[one] += part.text;
    from[one] = part.next;
  };
  await putSample(chat, 'one', { nodes: 600 });
  await take(0);
  await putSample(chat, 'two', { seed: 9, nodes: 700 });
  await take(1);
  expect(from).not.toContain(null);
  while (from[0] !== null || from[1] !== null)
    for (const one of [0, 1] as const) if (from[one] !== null) await take(one);
  const sizes = await Promise.all(
    texts.map(async (text) => Object.keys((await importLines([text])).store?.nodes ?? {})),
  );
  expect(sizes.map(({ length }) => length)).toEqual([600, 700]);
});

test('a part that no export has is refused, and an export that others have pushed out too', async () => {
  const chat = await openChat();
  await putSample(chat, 'one', { nodes: 600 });
  const exports = new Exports();
  const refused = expect.objectContaining({ code: 'BAD_ARGS' });
  await expect(exports.next(chat, 'jsonl', 1)).rejects.toEqual(refused);
  const { next: first } = await exports.next(chat, 'jsonl', 0);
  for (let more = 0; more < 4; more++) await exports.next(chat, 'jsonl', 0);
  expect(first).not.toBeNull();
  await expect(exports.next(chat, 'jsonl', first ?? 0)).rejects.toEqual(refused);
});
