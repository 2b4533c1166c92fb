/** The plugin's own store on this device. */
export const store = {
  cap: 'store',
  group: 'storage',
  fields: { quotaMiB: { kind: 'MiB', most: 256, required: true } },
  methods: {
    'storage.get': {},
    'storage.set': {},
    'storage.delete': {},
    'storage.keys': {},
    'storage.batch': {},
    'storage.usage': {},
  },
  effects: [{ kind: 'storage', commits: true }],
  changes: false,
  leavesDevice: false,
  undoable: true,
  servedBy: 'broker',
  builtIn: true,
  forReaders: true,
  simulatedForAsk: true,
  scoped: false,
  texts: { sentence: 'perm.store', panel: 'cap.store' },
} as const;
