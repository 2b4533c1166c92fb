import { KeywordIndex } from '../../../worker/memory/search/keyword-index.js';
import { openData } from './data.js';
import { miniSearch } from './peers.js';

/** A worker that holds the texts of a graph, and then one index of them, so that what the index adds can be measured. */

export type HeldRequest = { readonly nodes: number } | { readonly hold: 'ours' | 'MiniSearch' | 'nothing' };
export interface HeldReply {
  readonly done: true;
  /** Bytes of the arrays of ours, as it tells itself. */
  readonly bytes: number;
}

let texts: ReturnType<typeof openData>['texts'] = [];
let held: unknown;

function hold(what: 'ours' | 'MiniSearch' | 'nothing'): number {
  held = undefined;
  if (what === 'MiniSearch') held = miniSearch(texts);
  if (what !== 'ours') return 0;
  const index = new KeywordIndex();
  for (const { id, text } of texts) index.set(id, text);
  held = index;
  return index.bytes;
}

addEventListener('message', ({ data }: MessageEvent<HeldRequest>) => {
  let bytes = 0;
  if ('nodes' in data) texts = openData(data.nodes).texts;
  else bytes = hold(data.hold);
  postMessage({ done: true, bytes } satisfies HeldReply);
  // Only so that it is known to be held until the next message.
  if (held === texts) throw new Error('never');
});
