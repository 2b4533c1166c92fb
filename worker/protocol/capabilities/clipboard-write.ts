/** Putting text on the user's clipboard. */
export const clipboardWrite = {
  cap: 'clipboard.write',
  group: 'clipboard',
  fields: { scope: { kind: 'scope' } },
  methods: { 'clipboard.write': {} },
  effects: [{ kind: 'clipboard', commits: true, text: 'whole' }],
  changes: true,
  leavesDevice: false,
  // What was on the clipboard before is gone.
  undoable: false,
  servedBy: 'page',
  builtIn: true,
  forReaders: false,
  simulatedForAsk: true,
  scoped: false,
  asksEach: true,
  texts: { sentence: 'perm.clipboard.write', panel: 'cap.clipboard.write' },
} as const;
