/** Reading the page's chat. */
export const chatRead = {
  cap: 'chat.read',
  group: 'chat',
  fields: { scope: { kind: 'scope' } },
  methods: { 'chat.read': {} },
  effects: [],
  changes: false,
  leavesDevice: false,
  undoable: true,
  servedBy: 'page',
  builtIn: false,
  forReaders: true,
  simulatedForAsk: true,
  scoped: true,
  texts: { sentence: 'perm.chat.read', panel: 'cap.chat.read' },
} as const;
