import { debounce, sleep } from '../primitives/timers.js';
import { WORDS_SOURCE } from '../protocol/embeddings.js';
import { BulkheadError } from '../protocol/errors.js';
import type { InjectionLists, MemoryContract, MemoryEvent } from '../protocol/memory.js';
import type { RecallOptions } from '../protocol/memory-types.js';
import type { LogStore } from '../protocol/storage.js';
import type { Service } from '../rpc/serve.js';
import { ChatGraph } from './chat/chat-graph.js';
import { Exports, Uploads } from './chat/files.js';
import { KeptTypes } from './chat/kept-types.js';
import { branchChat, mergeMirror, mirrorOf } from './chat/mirror.js';
import { putChat } from './chat/put-chat.js';
import { forgetSaid, remember } from './chat/remember.js';
import { tablePage } from './chat/tables.js';
import { toRecord } from './graph/text.js';
import type { ReadTarget } from './guests/facet.js';
import { MemoryGuests } from './guests.js';
import type { SearchKind } from './search/live-search.js';
import { Stores } from './stores.js';
import { alike } from './vectors/word-vectors.js';

/** What reads need beforehand, when the graph is large. */
const SEARCHES: { readonly [method: string]: SearchKind } = {
  keywordSearch: 'keyword',
  fuzzySearch: 'fuzzy',
  findByName: 'names',
};

/** Nearest nodes that an index is asked for at least: some of them may be of other types. */
const LEAST_ASKED = 20;

/** Hits by meaning that a recall looks at. */
const MEANING_HITS = 50;

/** For calls that answer nothing. */
const done = async (work: unknown): Promise<null> => {
  await work;
  return null;
};

/** The graphs of a page's chats, each opened once. Other calls are answered between the slices of a long one. */
export function memoryService(emit: (event: MemoryEvent) => void, logStore?: LogStore): Service<MemoryContract> {
  const stores = new Stores(logStore);
  const graphs = new Map<number, ChatGraph>();
  const numbers = new Map<string, Promise<number>>();
  const exports = new Exports();
  const uploads = new Uploads();
  const kept = new KeptTypes((store) => stores.logs(store));
  const storeOf = new Map<number, string | null>();
  let opened = 0;

  const find = (graph: number): ChatGraph => {
    const chat = graphs.get(graph);
    if (!chat) throw closed(graph);
    return chat;
  };
  const open = async (options: Parameters<Service<MemoryContract>['open']>[0]): Promise<number> => {
    const { store, chat, durability, types, ownTypes, cjk, messages } = options;
    opened += 1;
    const number = opened;
    const logs = stores.logs(store, durability);
    const inForce = await kept.inForce(store, types);
    // Once for all changes of one task.
    const changed = debounce(0, () => {
      if (graphs.get(number) === graph) emit({ type: 'changed', info: graph.info });
    });
    const graph = await ChatGraph.open(
      {
        ...{ chat, types: inForce, ownTypes, cjk, logs },
        onChange: () => changed.soon(),
      },
      messages,
    );
    graph.injection.onChanged((state: InjectionLists | unknown) => {
      emit({ type: 'injection', chat, state: listsOf(state as never) });
    });
    graphs.set(number, graph);
    storeOf.set(number, store);
    kept.follow(number, types, { graph, store, ownTypes });
    return number;
  };
  /** A chat's log is another one now: its graph goes along where it is open. */
  const reload = async (store: string | null, chat: string): Promise<ChatGraph | undefined> => {
    const number = await numbers.get(JSON.stringify([store, chat]));
    const open = number === undefined ? undefined : graphs.get(number);
    await open?.reload();
    return open;
  };
  /** Makes an index ready in slices, so that nothing else waits for it. */
  const prepare = async (target: ReadTarget, kind: SearchKind, signal: AbortSignal): Promise<void> => {
    const slices = target.reads.search.prepare(kind, target.reads.types);
    while (!slices.next().done) {
      await sleep();
      signal.throwIfAborted();
    }
  };

  const guests = new MemoryGuests({
    find,
    prepare,
    nearest: async (chat, { maker, query }, k, signal) => {
      stores.makers.check(maker, query);
      return stores.vectors(chat, maker).nearest(query, Math.max(LEAST_ASKED, k), signal, (hits) => {
        const { ids } = chat.graph.nodes;
        return hits.map(({ doc, score }) => ({ id: ids[doc] ?? '', score }));
      });
    },
    emit: (event) => emit({ type: 'guest', event }),
  });

  return {
    async open(options) {
      const key = JSON.stringify([options.store, options.chat]);
      const known = numbers.get(key);
      const number = known ?? open(options);
      if (!known) {
        numbers.set(key, number);
        number.catch(() => numbers.delete(key));
      }
      const graph = await number;
      return { graph, info: find(graph).info };
    },
    close({ graph }) {
      graphs.get(graph)?.close();
      graphs.delete(graph);
      kept.forget(graph);
      for (const [key, number] of numbers) void number.then((one) => one === graph && numbers.delete(key));
      return null;
    },
    async read({ graph, method, args }, signal) {
      const chat = find(graph);
      const kind = SEARCHES[method];
      if (kind) await prepare(chat, kind, signal);
      const { api } = chat.reads;
      return (api[method] as (...args: readonly unknown[]) => unknown).apply(api, args as unknown[]);
    },
    async vectorSearch({ graph, maker, query, options }, signal) {
      const chat = find(graph);
      const given = toRecord(options);
      const k = Math.max(LEAST_ASKED, Math.floor(Number(given.k)) || 0);
      stores.makers.check(maker, query);
      const vectors = stores.vectors(chat, maker);
      return vectors.nearest(query, k, signal, (hits) => chat.reads.api.rankVectors(hits, given as never));
    },
    async recall({ graph, options, meaning }, signal) {
      const chat = find(graph);
      await prepare(chat, 'recall', signal);
      const given = toRecord(options) as RecallOptions;
      if (!meaning) return chat.reads.api.recall(given);
      const vectors = stores.vectors(chat, meaning.maker);
      const isWords = meaning.maker.source === WORDS_SOURCE;
      return vectors.nearest(meaning.query, MEANING_HITS, signal, (hits) =>
        chat.reads.api.recall(given, isWords ? alike(hits) : hits),
      );
    },
    write: ({ graph, batch, method, args }, signal) => find(graph).write(batch, method, args, signal),
    undo: ({ graph, batch }) => find(graph).undo(batch),
    async chat({ graph, from, messages }) {
      await find(graph).follow(from, messages);
      return find(graph).info;
    },
    async truncate({ graph, batch, length }) {
      if (Number.isSafeInteger(length) && length >= 0) await find(graph).amend({ kind: 'truncate', batch, length });
      return find(graph).info;
    },
    async removeSwipe({ graph, batch, floor, swipe }) {
      const fits = [floor, swipe].every((one) => Number.isSafeInteger(one) && one >= 0);
      if (fits) await find(graph).amend({ kind: 'removeSwipe', batch, floor, swipe });
      return find(graph).info;
    },
    edited({ graph, floor }) {
      find(graph).edited(floor);
      return find(graph).info;
    },
    async branch({ store, from, to, length }) {
      const copied = await branchChat(stores.logs(store), from, to, length);
      if (copied) await reload(store, to);
      return copied;
    },
    inject: ({ graph, lists }) => done(find(graph).injection.record(lists)),
    async types({ graph, types, ownTypes }) {
      const chat = find(graph);
      const store = storeOf.get(graph) ?? null;
      kept.follow(graph, types, { graph: chat, store, ownTypes });
      chat.setTypes(await kept.inForce(store, types), ownTypes);
      return chat.info;
    },
    words: ({ model, file }) => done(stores.makers.take(model, file)),
    wanted: ({ graph, maker, limit }, signal) => stores.vectors(find(graph), maker).wanted(limit, signal),
    async embedded({ graph, maker, hashes, dims, vectors }) {
      if (vectors.length !== hashes.length * dims) throw new BulkheadError('BAD_ARGS', 'vectors of another length');
      await stores.vectors(find(graph), maker).put(hashes, dims, vectors);
      return null;
    },
    history: ({ graph, limit }) => find(graph).recent(limit),
    info: ({ graph }) => find(graph).info,
    export({ graph, format, from, stop = false }, signal) {
      const chat = find(graph);
      return stop ? exports.stop(chat, from) : exports.next(chat, format, from, signal);
    },
    import({ graph, stop = false, ...part }, signal) {
      if (stop) return uploads.stop(part.upload);
      return uploads.take(find(graph), part, signal);
    },
    async table({ graph, ...options }, signal) {
      const chat = find(graph);
      const { name } = options;
      if (name !== undefined) await prepare(chat, 'names', signal);
      return tablePage(chat, options);
    },
    importChat: ({ graph, batch, text }, signal) => putChat(find(graph), batch, text, signal),
    remember: ({ graph, messages, edited }, signal) => remember(find(graph), messages, new Set(edited), signal),
    forgetSaid: ({ graph }) => forgetSaid(find(graph)),
    mirror: ({ graph, maxChars, withoutSaid, before }) => mirrorOf(find(graph), maxChars, withoutSaid, before),
    merge: ({ graph, text, length }) => mergeMirror(find(graph), text, length),
    keptTypes: ({ store }) => kept.of(store),
    keepTypes: ({ store, types }) => done(kept.keep(store, types)),
    chats: ({ store }) => stores.logs(store).chats(),
    async remove({ store, chat }) {
      await stores.logs(store).remove(chat);
      const open = await reload(store, chat);
      open?.injection.record({});
      await stores.removeVectors(store, chat, open);
      return null;
    },
    quarantined: ({ store }) => stores.logs(store).quarantined(),
    async exportQuarantined({ store, id }) {
      const lines: string[] = [];
      for await (const page of stores.logs(store).exportQuarantined(id)) {
        for (const pair of page) lines.push(JSON.stringify(pair));
      }
      return lines.join('\n');
    },
    removeQuarantined: ({ store, id }) => done(stores.logs(store).removeQuarantined(id)),
    serve: ({ graph, grant, port }) => done(guests.serve(graph, grant, port)),
    decide: (decision) => done(guests.ports.decide(decision)),
    drop: ({ grants }) => guests.drop(grants),
    meant: (answer) => done(guests.meanings.answer(answer)),
    endSimulation: ({ id }) => guests.overlays.end(id),
    commitEffects: ({ graph, id, items, reads }) => done(guests.commit(graph, id, items, reads)),
    async erase({ store }) {
      guests.close();
      for (const [number, graph] of graphs) {
        graph.close();
        kept.forget(number);
      }
      graphs.clear();
      numbers.clear();
      await stores.erase(store);
      return null;
    },
  };
}

const closed = (graph: number) => new BulkheadError('MEMORY_STORE_MISSING', `graph ${graph} is closed`);

const listsOf = (state: { readonly [name in keyof InjectionLists]: ReadonlySet<string> }): InjectionLists => ({
  alwaysInjectIds: [...state.alwaysInjectIds],
  recallSelectedIds: [...state.recallSelectedIds],
  visibleIds: [...state.visibleIds],
});
