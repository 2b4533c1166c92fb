/** Requests to hosts that the manifest lists. */
export const net = {
  cap: 'net',
  group: 'net',
  fields: {
    hosts: { kind: 'list', of: 'host', most: 16, required: true },
    methods: { kind: 'list', of: 'httpMethod', most: 5, narrows: 'perm.methods' },
    secrets: { kind: 'list', of: 'secret', most: 8 },
  },
  methods: { 'net.fetch': {} },
  httpMethods: {
    GET: { changes: false, undoable: true },
    POST: {},
    PUT: {},
    PATCH: {},
    DELETE: {},
  },
  effects: [{ kind: 'net', commits: false }],
  changes: true,
  leavesDevice: true,
  undoable: false,
  servedBy: 'broker',
  builtIn: true,
  forReaders: true,
  simulatedForAsk: true,
  scoped: false,
  texts: { sentence: 'perm.net', sentenceWith: { secrets: 'perm.net.secrets' }, panel: 'cap.net' },
} as const;
