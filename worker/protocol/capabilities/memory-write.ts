/** Changing a chat's memory. */
export const memoryWrite = {
  cap: 'memory.write',
  group: 'memory',
  fields: {
    types: { kind: 'list', of: 'nodeType', most: 32, narrows: 'perm.types' },
    scope: { kind: 'scope' },
  },
  methods: {
    'memory.createNode': {},
    'memory.editNode': {},
    'memory.deleteNode': {},
    'memory.upsertLinks': {},
    'memory.deleteLinks': {},
    'memory.compactNodes': {},
    'memory.applyExtractionBatch': {},
  },
  effects: [{ kind: 'memory', commits: true }],
  changes: true,
  leavesDevice: false,
  undoable: true,
  servedBy: 'memory',
  builtIn: false,
  forReaders: false,
  simulatedForAsk: true,
  scoped: true,
  texts: { sentence: 'perm.memory.write', panel: 'cap.memory.write' },
} as const;
