/** Asking the page's language model. */
export const llm = {
  cap: 'llm',
  group: 'llm',
  fields: { scope: { kind: 'scope' } },
  methods: { 'llm.complete': {} },
  effects: [],
  changes: false,
  leavesDevice: true,
  undoable: true,
  servedBy: 'page',
  builtIn: false,
  forReaders: true,
  simulatedForAsk: false,
  scoped: false,
  texts: { sentence: 'perm.llm', panel: 'cap.llm' },
} as const;
