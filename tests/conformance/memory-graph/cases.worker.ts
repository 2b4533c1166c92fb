/** Runs files of cases of the memory graph where it runs in an application: in a worker. */
import type { VectorFile } from '../types.js';
import { diffusion, floors, nativeUpsert, schemas, stores, tokenizer, vectorIndex } from './others.js';
import type { Checked } from './outcome.js';
import { reads } from './reads.js';
import { writes } from './writes.js';

type Play = (file: never) => Iterable<Checked> | AsyncIterable<Checked>;

const PLAYS: { readonly [kind: string]: Play } = {
  ...{ read: reads, 'vector-search': reads, write: writes, 'native-upsert': nativeUpsert },
  ...{ 'vector-index': vectorIndex, 'schema-normalize': schemas, 'store-normalize': stores },
  ...{ tokenizer, 'floor-state': floors, diffusion },
};

addEventListener('message', async ({ data: { file, kind = '', data } }: MessageEvent<VectorFile>) => {
  const results: Checked[] = [];
  try {
    const play = PLAYS[kind];
    if (!play) throw new Error(`no such kind of cases: ${kind}`);
    for await (const one of play(data as never)) results.push({ ...one, id: `${file} ${one.id}` });
  } catch (error) {
    results.push({ id: file, ok: false, actual: String(error) });
  }
  postMessage(results);
});
