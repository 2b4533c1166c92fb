import { BulkheadError } from '../../worker/protocol/errors.js';
import type { GraphInfo, InjectionLists } from '../../worker/protocol/memory.js';
import type { InjectionState } from '../../worker/protocol/memory-types.js';
import { notify, onDemand } from '../primitives/index.js';
import { idTexts } from './arguments.js';
import { freeze } from './freeze.js';
import type { GraphLink } from './graph-link.js';
import { filesOf } from './host-files.js';
import { recallOf } from './recall.js';
import { rememberOf } from './remember.js';
import { readsOf, sessionOf } from './session.js';
import type { MemoryGraph } from './types.js';
import { bringUpToDate, chosen, type Embedding, vectorSearchOf } from './vector-search.js';

/** A graph of the page, with what only the page's own code may do. */
export interface OpenGraph {
  readonly link: GraphLink;
  readonly graph: MemoryGraph;
  /** Called at a change event of the worker. */
  changed(info: GraphInfo): void;
  /** All that was kept of it is being erased: nothing of it is before the model. */
  forget(): void;
}

const loadExtraction = onDemand(() => import('./extraction.js'));

const EMPTY: InjectionLists = { alwaysInjectIds: [], recallSelectedIds: [], visibleIds: [] };

/** Everything that can be done to one chat's memory. */
export function openGraph(link: GraphLink, embedding: () => Embedding | undefined): OpenGraph {
  const vectorSearch = vectorSearchOf(link, embedding);
  const session = sessionOf(link, vectorSearch);
  const listeners = new Set<(info: GraphInfo) => void>();
  const ofInjection = new Set<(state: InjectionState) => void>();
  const remembering = rememberOf(link);
  let commits = 0;
  let injection = EMPTY;
  const tellInjection = (lists: InjectionLists) => {
    for (const listener of [...ofInjection]) {
      try {
        listener(stateOf(lists));
      } catch (error) {
        console.warn('Bulkhead: a listener of the memory graph failed', error);
      }
    }
  };
  const graph: MemoryGraph = {
    ...readsOf(link),
    chat: link.chat,
    session,
    vectorSearch,
    recall: recallOf(link, embedding),
    getInjectionState: async () => stateOf(injection),
    onInjectionChanged(listener) {
      if (typeof listener !== 'function') return () => {};
      const own = (state: InjectionState) => listener(state);
      ofInjection.add(own);
      return () => {
        ofInjection.delete(own);
      };
    },
    info: () => link.call('info', {}),
    follow: (messages) => link.follow(messages),
    truncate: (length) => link.write('truncate', { length }),
    removeSwipe: (floor, swipe) => link.write('removeSwipe', { floor, swipe }),
    edited: (floor) => link.call('edited', { floor }),
    async recordInjection(update) {
      const lists = listsOf(update);
      injection = lists;
      link.injection = lists;
      await link.call('inject', { lists });
      tellInjection(lists);
    },
    setTypes: (types, ownTypes) => link.setTypes(types, ownTypes),
    undo: () => link.write('undo', {}),
    history: (limit = 20) =>
      link.call('history', { limit: Math.min(200, Math.max(1, Math.floor(Number(limit)) || 20)) }),
    index: async ({ signal, onProgress } = {}) => bringUpToDate(link, chosen(embedding()), signal, onProgress),
    ...filesOf(link),
    ...remembering.methods,
    table({ signal, ...options } = {}) {
      const types = options.types && Array.from(options.types, String);
      return link.call('table', { ...options, ...(types && { types }) }, signal);
    },
    async extraction(options) {
      const { Extraction } = await loadExtraction();
      return new Extraction(graph, options);
    },
    mirror: (maxChars, { withoutMessages = false, before } = {}) =>
      link.call('mirror', {
        ...{ maxChars, withoutSaid: withoutMessages === true },
        ...(before !== undefined && { before }),
      }),
    merge: (text, { length } = {}) => link.call('merge', { text, ...(length !== undefined && { length }) }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    link,
    graph: Object.freeze(graph),
    changed(info) {
      if (info.commits < commits) remembering.gone();
      commits = info.commits;
      for (const listener of [...listeners]) notify(listener, freeze(info));
    },
    forget() {
      remembering.gone();
      if (link.injection === undefined) return;
      injection = EMPTY;
      link.injection = undefined;
      tellInjection(EMPTY);
    },
  };
}

/** @throws `BAD_ARGS` for what cannot be walked. */
function listsOf(update: Parameters<MemoryGraph['recordInjection']>[0] | undefined): InjectionLists {
  const { alwaysInjectIds, recallSelectedIds, visibleIds } = update ?? {};
  const texts = (ids: unknown): readonly string[] => {
    const list = idTexts(ids ?? []);
    if (!Array.isArray(list)) throw new BulkheadError('BAD_ARGS', 'ids must be a list or set of ids');
    return list as readonly string[];
  };
  return {
    alwaysInjectIds: texts(alwaysInjectIds),
    recallSelectedIds: texts(recallSelectedIds),
    visibleIds: texts(visibleIds),
  };
}

/** Sets that are the caller's own: freezing does not keep a set from being changed. */
const stateOf = (lists: InjectionLists): InjectionState =>
  Object.freeze({
    alwaysInjectIds: Object.freeze(new Set(lists.alwaysInjectIds)),
    recallSelectedIds: Object.freeze(new Set(lists.recallSelectedIds)),
    visibleIds: Object.freeze(new Set(lists.visibleIds)),
  });
