import type { Cap, Method } from './capability-names.js';
import type { Effect } from './effects.js';

/** What something may do that its user must know before they say yes. */
export interface Facts {
  /** It may change something beyond the plugin's own store. */
  readonly changes: boolean;
  /** What the plugin knows may reach another device. */
  readonly leavesDevice: boolean;
  /** Its user can put right what it did, on this device. `false`: what was done may be out of their reach. */
  readonly undoable: boolean;
}

/** All that is known of one capability. */
export interface CapabilityFacts extends Facts {
  /** The part of `ctx`, and the port, that it opens. */
  readonly group: string;
  /** Bulkhead serves it itself. `false`: the page must have a service of the group's name. */
  readonly builtIn: boolean;
  /** A tool that declares `read` may use it, at least in part. */
  readonly forReaders: boolean;
  /** It is open while a call is only shown to its user. `false`: what it does cannot be held back. */
  readonly inPreview: boolean;
  /** Its `scope` says which data it is about, and is the open chat where the manifest says nothing. */
  readonly scoped: boolean;
  /** The field of a permission without which it is none. */
  readonly needs?: 'quotaMiB' | 'hosts' | 'tools';
  /** What of a simulation it makes real. */
  readonly effect?: Effect['kind'];
  /** What a guest may ask for; of `net`, methods of HTTP. Where one differs from the capability, how. */
  readonly methods: { readonly [method: string]: Partial<Facts> };
}

const CALM = { changes: false, leavesDevice: false, undoable: true } as const;
const CHANGES = { changes: true, leavesDevice: false, undoable: true } as const;
const WORST = { changes: true, leavesDevice: true, undoable: false } as const;
const USUAL = { builtIn: false, forReaders: true, inPreview: true, scoped: false } as const;

/**
 * What each capability may do. It is the only place that says so: checks, ports, marks, words and documents are derived
 * from it.
 */
export const CAPABILITY_FACTS = {
  store: {
    ...CALM,
    ...USUAL,
    group: 'storage',
    builtIn: true,
    needs: 'quotaMiB',
    effect: 'storage',
    methods: {
      'storage.get': {},
      'storage.set': {},
      'storage.delete': {},
      'storage.keys': {},
      'storage.batch': {},
      'storage.usage': {},
    },
  },
  net: {
    ...WORST,
    ...USUAL,
    group: 'net',
    builtIn: true,
    needs: 'hosts',
    methods: {
      GET: { changes: false, undoable: true },
      POST: {},
      PUT: {},
      PATCH: {},
      DELETE: {},
    } satisfies { readonly [method in Method]: Partial<Facts> },
  },
  'chat.read': { ...CALM, ...USUAL, group: 'chat', scoped: true, methods: { 'chat.read': {} } },
  'chat.write': {
    ...CHANGES,
    ...USUAL,
    group: 'chat',
    forReaders: false,
    scoped: true,
    effect: 'chat',
    methods: { 'chat.append': {}, 'chat.edit': {}, 'chat.remove': {} },
  },
  'memory.read': {
    ...CALM,
    ...USUAL,
    group: 'memory',
    scoped: true,
    methods: {
      'memory.getSchema': {},
      'memory.listVisibleCandidates': {},
      'memory.getEdgeSummary': {},
      'memory.getNodeBrief': {},
      'memory.expandFromSeeds': {},
      'memory.keywordSearch': {},
      'memory.vectorSearch': {},
      'memory.findByName': {},
      'memory.compactionCandidates': {},
    },
  },
  'memory.write': {
    ...CHANGES,
    ...USUAL,
    group: 'memory',
    forReaders: false,
    scoped: true,
    effect: 'memory',
    methods: {
      'memory.createNode': {},
      'memory.editNode': {},
      'memory.deleteNode': {},
      'memory.upsertLinks': {},
      'memory.deleteLinks': {},
      'memory.compactNodes': {},
      'memory.applyExtractionBatch': {},
    },
  },
  // It is whatever the called tool is, so the worst of all.
  'tool.call': { ...WORST, ...USUAL, group: 'tools', builtIn: true, needs: 'tools', methods: { 'tools.call': {} } },
  llm: {
    ...CALM,
    ...USUAL,
    leavesDevice: true,
    group: 'llm',
    inPreview: false,
    methods: { 'llm.complete': {} },
  },
  notify: { ...CALM, ...USUAL, group: 'notify', effect: 'notify', methods: { 'notify.show': {} } },
  'clipboard.write': { ...CHANGES, ...USUAL, group: 'clipboard', forReaders: false, methods: {} },
} as const satisfies { readonly [cap in Cap]: CapabilityFacts };
