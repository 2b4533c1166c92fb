/** Runs files of cases of the memory graph where it runs in an application: in a worker. */
import { unknownKeys, watched } from '../keys.js';
import type { VectorFile } from '../types.js';
import { diffusion, floors, nativeUpsert, schemas, stores, tokenizer, vectorIndex } from './others.js';
import type { Checked } from './outcome.js';
import { reads } from './reads.js';
import { writes } from './writes.js';

/** Runs one case, of a file that may hold more than cases. */
type Play = (one: never, file: never, at: number) => Checked | Promise<Checked>;

const PLAYS: { readonly [kind: string]: Play } = {
  ...{ read: reads, 'vector-search': reads, 'native-upsert': nativeUpsert },
  ...{ 'vector-index': vectorIndex, 'schema-normalize': schemas, 'store-normalize': stores },
  ...{ tokenizer, 'floor-state': floors, diffusion },
};

/** Every case; a key of it that nobody reads fails it. */
async function* played(kind: string, data: unknown): AsyncGenerator<Checked> {
  if (kind === 'write') return yield* writes(data as Parameters<typeof writes>[0]);
  const play = PLAYS[kind];
  if (!play) throw new Error(`no such kind of cases: ${kind}`);
  for (const [at, written] of (data as { readonly cases: readonly object[] }).cases.entries()) {
    const one = watched(written, 'case');
    try {
      const result = await play(one as never, data as never, at);
      const unknown = unknownKeys(one);
      yield unknown === undefined ? result : { id: result.id, ok: false, actual: unknown };
    } catch (error) {
      yield { id: String(Object(written).id), ok: false, actual: String(error) };
    }
  }
}

addEventListener('message', async ({ data: { file, kind = '', data } }: MessageEvent<VectorFile>) => {
  const results: Checked[] = [];
  try {
    for await (const one of played(kind, data)) results.push({ ...one, id: `${file} ${one.id}` });
  } catch (error) {
    results.push({ id: file, ok: false, actual: String(error) });
  }
  postMessage(results);
});
