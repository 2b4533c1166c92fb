import type { RecallOptions, RecallView } from '../../worker/protocol/memory-types.js';
import { readArguments } from './arguments.js';
import type { GraphLink } from './graph-link.js';
import { bringUpToDate, type Embedding, LOCAL_MAKER } from './vector-search.js';

const NEVER = new AbortController().signal;

/** A recall over the worker, with the meaning of what is asked where an embedding profile is chosen. */
export function recallOf(link: GraphLink, embedding: () => Embedding | undefined) {
  return async (options: RecallOptions & { readonly signal?: AbortSignal }): Promise<readonly RecallView[]> => {
    const { given, signal } = readArguments(options);
    const { meaning: wanted = true, ...asked } = given as RecallOptions;
    const meaning = wanted ? await meaningOf(link, embedding(), askedIn(asked), signal ?? NEVER) : undefined;
    return (await link.call(
      'recall',
      { options: asked, ...(meaning && { meaning }) },
      signal,
    )) as readonly RecallView[];
  };
}

/** What is looked for by its meaning: the query, or the newest message. */
function askedIn({ query, messages }: RecallOptions): string {
  const newest = Array.isArray(messages) ? messages.at(-1) : undefined;
  const text = query ?? (typeof newest === 'string' ? newest : newest?.mes);
  return typeof text === 'string' ? text.trim() : '';
}

/** Its vector; nothing where nobody has chosen how to make one, or who makes them does not answer. */
async function meaningOf(link: GraphLink, chosen: Embedding | undefined, text: string, signal: AbortSignal) {
  // Shared letters are no meaning, and the words find them anyway.
  if (!chosen || chosen.maker === LOCAL_MAKER || text === '') return undefined;
  const { maker, embedder } = chosen;
  try {
    await bringUpToDate(link, chosen, signal);
    const [query = text] = embedder ? await embedder.embed([text], signal) : [];
    return { maker, query };
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
