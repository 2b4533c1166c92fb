import { expect, test } from 'vitest';
import { memoryLogStore } from '../../../worker/adapters/memory-stores.js';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { mergeMirror, mirrorOf } from '../../../worker/memory/chat/mirror.js';
import { logsOn, openLogs } from '../../../worker/memory/log/logs.js';
import { type LogEvent, type LogStorage, makeOwnStorage } from '../../../worker/memory/log/storage.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { LogStore } from '../../../worker/protocol/storage.js';
import { fc } from '../../fixtures/property.js';

const question = { is_user: true, mes: 'question' };
const answer = (swipe_id = 0) => ({ is_user: false, mes: 'answer', swipe_id });

/** What fails, in turn: nothing, before anything is done, or after it was. */
type Fault = 'none' | 'before' | 'after';

/** Tabs that share a log store and hear each other; every use of it by one of them may fail. */
function tabs(faults: readonly Fault[]) {
  const logStore = memoryLogStore();
  const listeners = new Map<LogStorage, Set<(event: LogEvent) => void>>();
  let uses = 0;
  let calm = false;
  const failing = async <T>(work: () => Promise<T>): Promise<T> => {
    const fault = calm ? 'none' : faults[uses % faults.length];
    uses += 1;
    await null;
    if (fault === 'before') throw new BulkheadError('STORE_FAILED', 'before');
    const done = await work();
    if (fault === 'after') throw new BulkheadError('STORE_FAILED', 'after');
    return done;
  };
  const own: LogStore = {
    ...logStore,
    read: (keys) => failing(() => logStore.read(keys)),
    after: (prefix, after, limit) => failing(() => logStore.after(prefix, after, limit)),
    insert: (guard, holds, pairs) => failing(() => logStore.insert(guard, holds, pairs)),
    transact: (keys, decide, durability) => failing(() => logStore.transact(keys, decide, durability)),
  };
  const open = () => {
    const heard = new Set<(event: LogEvent) => void>();
    const storage: LogStorage = {
      ...makeOwnStorage(own),
      notify: (event) => {
        for (const [other, all] of listeners) if (other !== storage) for (const listener of all) listener(event);
      },
      listen: (listener) => {
        heard.add(listener);
        return () => heard.delete(listener);
      },
    };
    listeners.set(storage, heard);
    const options = { logs: logsOn(storage), chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} };
    return ChatGraph.open(options, [question, answer()]);
  };
  return {
    open,
    calm: () => {
      calm = true;
    },
    wild: () => {
      calm = false;
    },
  };
}

const step = fc.record({
  tab: fc.nat(1),
  kind: fc.constantFrom('create', 'create', 'create', 'edit', 'delete', 'again', 'swipe', 'merge', 'truncate', 'undo'),
  pick: fc.nat(20),
  wait: fc.boolean(),
});

test('whatever two tabs do at once, and whatever fails, all that was answered is kept, once, and both end up the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
      fc.array(fc.constantFrom<Fault>('none', 'none', 'none', 'none', 'none', 'before', 'after'), {
        minLength: 1,
        maxLength: 60,
        size: 'max',
      }),
      async (steps, faults) => {
        const store = tabs([...faults, 'none']);
        store.calm();
        const graphs = [await store.open(), await store.open()] as const;
        const elsewhere = await ChatGraph.open({
          ...{
            logs: openLogs({ store: null }),
            chat: 'chat',
            types: undefined,
            ownTypes: undefined,
            onChange: () => {},
          },
        });
        await elsewhere.write('elsewhere', 'createNode', [{ type: 'thread', title: 'elsewhere' }]);
        const { text } = await mirrorOf(elsewhere, 262_144);
        store.wild();
        const ids: string[] = [];
        const acknowledged = new Map<string, unknown>();
        const running: Promise<unknown>[] = [];
        let truncated = false;
        for (const [at, { tab, kind, pick, wait }] of steps.entries()) {
          const graph = graphs[tab as 0 | 1];
          const id = ids[pick % Math.max(1, ids.length)] ?? 'n_1';
          const write = async (batch: string, method: 'createNode' | 'editNode' | 'deleteNode', options: object) => {
            const given = await graph.write(batch, method, [options]);
            if (method === 'createNode') {
              const made = (given as { readonly id: string }).id;
              if (acknowledged.has(batch)) expect(made).toBe((acknowledged.get(batch) as { id: string }).id);
              else ids.push(made);
            }
            acknowledged.set(batch, given);
          };
          const work = async () => {
            if (kind === 'create') await write(`b${at}`, 'createNode', { type: 'thread', title: `t${at}` });
            else if (kind === 'again') await write(`b${pick}`, 'createNode', { type: 'thread', title: `t${pick}` });
            else if (kind === 'edit') await write(`e${at}`, 'editNode', { id, title: `e${at}` });
            else if (kind === 'delete') await write(`d${at}`, 'deleteNode', { id });
            else if (kind === 'swipe') await graph.follow(1, [answer(pick % 2)]);
            else if (kind === 'merge') await mergeMirror(graph, text);
            else if (kind === 'undo') await graph.undo(`u${at}`);
            else {
              truncated = true;
              await graph.amend({ kind: 'truncate', batch: `c${at}`, length: 1 });
            }
          };
          const done = work().catch((error: unknown) => {
            if (!(error instanceof BulkheadError)) throw error;
          });
          running.push(done);
          if (wait) await done;
        }
        await Promise.all(running);
        store.calm();
        for (const graph of graphs) await graph.follow(0, [question, answer()]);
        // Who does not know of a commit that was kept without a word learns of it with the next write.
        for (const [tab, graph] of graphs.entries()) {
          const { id } = (await graph.write(`last-${tab}`, 'createNode', [{ type: 'thread' }])) as {
            readonly id: string;
          };
          ids.push(id);
        }
        for (const graph of graphs) await graph.adopt(() => []);
        expect(new Set(ids).size).toBe(ids.length);
        const fresh = await store.open();
        const { known, kept } = await fresh.story();
        for (const [batch, given] of acknowledged) {
          if ((given as { readonly ok?: boolean }).ok !== false) expect(known.has(batch)).toBe(true);
        }
        const [foreign] = kept.find(({ batch }) => batch === 'elsewhere')?.ops ?? [];
        if (foreign?.op === 'upsert_node') expect(ids).not.toContain(foreign.node.id);
        expect(new Set(kept.map(({ batch }) => batch)).size).toBe(kept.length);
        const names = [...acknowledged.keys()];
        if (!truncated)
          expect(names.filter((name) => name.startsWith('b') && !kept.some(({ batch }) => batch === name))).toEqual([]);
        for (const graph of graphs) expect(graph.graph.toStore()).toEqual(fresh.graph.toStore());
      },
    ),
    { numRuns: 100 },
  );
});
