const FILES = { 'plugin.js': 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' };
const PERMISSION = { id: 'net', cap: 'net', hosts: ['api.example.com'], reason: 'To read the forecast' };
const TOOL = { name: 'roll_dice', description: 'Rolls dice', input: { type: 'object' }, mode: 'read', uses: ['net'] };

/** What every field of a permission may hold; no capability has all of them. */
const PERMISSION_FIELDS = {
  ...PERMISSION,
  quotaMiB: 1,
  methods: ['GET'],
  secrets: ['API_KEY'],
  tools: ['roll_dice'],
  scope: 'chat',
  types: ['event'],
};
const TOOL_FIELDS = {
  ...TOOL,
  title: 'Roll dice',
  annotations: { destructive: true },
  simulate: true,
  consent: 'first',
};
const URL = 'https://example.com/my-plugin';

const WHOLE = {
  $schema: URL,
  manifest: 1,
  id: 'my-plugin',
  version: '1.0.0',
  name: 'My plugin',
  description: 'Rolls dice',
  author: { name: 'Ada', url: URL },
  license: 'MIT',
  homepage: URL,
  repository: URL,
  entry: 'plugin.js',
  files: FILES,
  tools: [TOOL],
  permissions: [PERMISSION],
  optionalPermissions: [PERMISSION],
  limits: { memoryMiB: 32, cpuMsPerCall: 500, wallMsPerCall: 5_000, hostCallsPerCall: 100, bytesOutPerCall: 65_536 },
  integrityNote: 'Built from the tag v1.0.0',
};

/** A value that would pass at a place of a manifest, given by its keys. An entry of a list, and a text in one language, count as any other. */
export function exampleAt(keys: readonly PropertyKey[]): unknown {
  const [first, , ...inner] = keys;
  if (first === undefined) return { id: WHOLE.id };
  if (inner.length > 0 && first === 'tools') return within(TOOL_FIELDS, inner);
  if (inner.length > 0 && /ermissions$/.test(String(first))) return within(PERMISSION_FIELDS, inner);
  return within(WHOLE, keys);
}

const within = (whole: unknown, keys: readonly PropertyKey[]): unknown =>
  keys.reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null) return at;
    return Object.hasOwn(at, key) ? at[key as keyof typeof at] : Object.values(at)[0];
  }, whole);
