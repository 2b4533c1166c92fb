/** Changing the page's chat. */
export const chatWrite = {
  cap: 'chat.write',
  group: 'chat',
  fields: { scope: { kind: 'scope' } },
  methods: { 'chat.append': {}, 'chat.edit': {}, 'chat.remove': {} },
  effects: [{ kind: 'chat', commits: true }],
  changes: true,
  leavesDevice: false,
  undoable: true,
  servedBy: 'page',
  builtIn: false,
  forReaders: false,
  simulatedForAsk: true,
  scoped: true,
  texts: { sentence: 'perm.chat.write', panel: 'cap.chat.write' },
} as const;
