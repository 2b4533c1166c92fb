/** Putting text on the user's clipboard. */
export const clipboardWrite = {
  cap: 'clipboard.write',
  group: 'clipboard',
  fields: { scope: { kind: 'scope' } },
  methods: {},
  effects: [],
  changes: true,
  leavesDevice: false,
  undoable: true,
  servedBy: 'page',
  builtIn: false,
  forReaders: false,
  inPreview: true,
  scoped: false,
  texts: { sentence: 'perm.clipboard.write', panel: 'cap.clipboard.write' },
} as const;
