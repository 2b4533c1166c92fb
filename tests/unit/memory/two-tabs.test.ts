import { expect, test, vi } from 'vitest';
import { memoryLogStore } from '../../../worker/adapters/memory-stores.js';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { logsOn } from '../../../worker/memory/log/logs.js';
import { type LogEvent, type LogStorage, makeOwnStorage } from '../../../worker/memory/log/storage.js';
import type { LogStore } from '../../../worker/protocol/storage.js';

/** Tabs that share a log store, and hear each other at once. */
function tabs() {
  const logStore = memoryLogStore();
  const listeners = new Map<LogStorage, Set<(event: LogEvent) => void>>();
  const open = (own: Partial<LogStore> = {}) => {
    const heard = new Set<(event: LogEvent) => void>();
    const storage: LogStorage = {
      ...makeOwnStorage({ ...logStore, ...own }),
      notify: (event) => {
        for (const [other, all] of listeners) if (other !== storage) for (const listener of all) listener(event);
      },
      listen: (listener) => {
        heard.add(listener);
        return () => heard.delete(listener);
      },
    };
    listeners.set(storage, heard);
    const logs = logsOn(storage);
    const chat = { logs, chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} };
    return { logs, heard, chat: () => ChatGraph.open(chat) };
  };
  return { logStore, open };
}
const create = (graph: ChatGraph, title: string) => graph.write(title, 'createNode', [{ type: 'thread', title }]);

test.each(['opened', 'begun anew'])('what another tab writes while a chat is %s is seen', async (what) => {
  const { logStore, open } = tabs();
  const one = await open().chat();
  await create(one, 'before');
  let meanwhile: (() => Promise<unknown>) | undefined;
  const { chat } = open({
    async after(prefix, after, limit) {
      const page = await logStore.after(prefix, after, limit);
      const work = page.length === 0 ? meanwhile : undefined;
      if (work) meanwhile = undefined;
      await work?.();
      return page;
    },
  });
  const write = () => create(one, 'meanwhile');
  if (what === 'opened') meanwhile = write;
  const other = await chat();
  if (what !== 'opened') {
    meanwhile = write;
    await other.reload();
  }
  await vi.waitFor(() => expect(other.graph.nodes.count).toBe(2));
});

test('nobody listens for a chat that could not be opened', async () => {
  const { logStore, open } = tabs();
  await create(await open().chat(), 'one');
  for (const key of (await logStore.list('record:')).keys()) {
    await logStore.transact([], () => ({ set: [[key, 'nonsense']] }));
  }
  const { chat, heard } = open();
  await expect(chat()).rejects.toMatchObject({ code: 'STORE_BROKEN' });
  expect(heard.size).toBe(0);
});
