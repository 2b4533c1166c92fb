const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const KINDS = new Set([
  ...['read', 'write', 'native-upsert', 'vector-search', 'vector-index', 'schema-normalize', 'store-normalize'],
  ...['tokenizer', 'floor-state', 'diffusion'],
]);

/** By the shape of a file's first case, or of the file. */
const SHAPES = [
  ['write', ({ sequences }) => Array.isArray(sequences)],
  ['vector-search', ({ store }, one) => isObject(store) && Array.isArray(one.backendHits)],
  ['read', ({ store, injection }, one) => isObject(store) && isObject(injection) && typeof one.method === 'string'],
  ['native-upsert', (_, one) => Array.isArray(one.ops) && isObject(one.storeAfter)],
  ['vector-index', (_, one) => isObject(one.texts) && isObject(one.hashes) && isObject(one.plan)],
  ['tokenizer', (_, one) => typeof one.text === 'string' && Array.isArray(one.tokens)],
  ['diffusion', (_, one) => typeof one.storeName === 'string' && Array.isArray(one.seeds)],
  ['floor-state', (_, one) => typeof one.fn === 'string' && isObject(one.input)],
  ['store-normalize', (_, one) => isObject(one.expected) && isObject(one.expected.nodes) && 'input' in one],
  ['schema-normalize', (_, one) => Array.isArray(one.expected) && isObject(one.expected[0]?.compression)],
];

/** What kind of cases of the memory graph a file holds, wherever it lies; `undefined` for a file of something else. */
export function memoryKind(data) {
  if (!isObject(data)) return undefined;
  const [first] = Array.isArray(data.cases) ? data.cases : [];
  const one = isObject(first) ? first : {};
  // Its own word counts where it is a file of that shape at all.
  if (KINDS.has(data.kind) && (Array.isArray(data.cases) || Array.isArray(data.sequences))) return data.kind;
  return SHAPES.find(([, fits]) => fits(data, one))?.[0];
}
