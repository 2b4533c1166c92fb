/** Calling tools of others. It may do whatever the called tool does, so its facts are the worst of all. */
export const toolCall = {
  cap: 'tool.call',
  group: 'tools',
  fields: { tools: { kind: 'list', of: 'tool', most: 64, required: true } },
  methods: { 'tools.call': {} },
  effects: [],
  changes: true,
  leavesDevice: true,
  undoable: false,
  servedBy: 'page',
  builtIn: true,
  forReaders: true,
  simulatedForAsk: true,
  scoped: false,
  texts: { sentence: 'perm.tool.call', panel: 'cap.tool.call' },
} as const;
