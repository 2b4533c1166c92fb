/** Showing notices. */
export const notify = {
  cap: 'notify',
  group: 'notify',
  bare: true,
  fields: { scope: { kind: 'scope' } },
  methods: { 'notify.show': {} },
  effects: [{ kind: 'notify', commits: true, text: 'beginning' }],
  changes: false,
  leavesDevice: false,
  undoable: true,
  servedBy: 'page',
  builtIn: false,
  forReaders: true,
  simulatedForAsk: true,
  scoped: false,
  texts: { sentence: 'perm.notify', panel: 'cap.notify' },
} as const;
