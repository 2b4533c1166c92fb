import { given, list, number, string } from './arguments.js';
import type { MemoryTool } from './memory-tool.js';
import { closed, K, TYPES, textOf } from './parameters.js';
import { NODES_SHOW } from './reads.js';

const HITS_SHOW =
  'Answers {results}, the best first: each has id, type, title, score, scoreMode and seqTo (the number of the turn that last changed it; an entry that sums up messages has floorRange instead). No results means that nothing fits.';

/** Tools that look for nodes. */
export const SEARCHES: readonly MemoryTool[] = [
  {
    name: 'memory_keyword_search',
    displayName: 'Memory: search by words',
    description: `Searches this story’s memory by the words of a query; works always, in every language. Use it to look for an event, a place, a thing or anything else by words that its entry is likely to have. ${HITS_SHOW}`,
    parameters: closed(
      { query: textOf('Words to look for; how many of them an entry has decides its score.'), types: TYPES, k: K },
      ['query'],
    ),
    mode: 'read',
    exec: (args) => {
      const options = { query: string(args.query) ?? '', ...given({ types: list(args.types), k: number(args.k) }) };
      return async ({ session, abort, previews }) => ({
        results: await previews.hits(await session.keywordSearch({ ...options, ...abort })),
      });
    },
  },
  {
    name: 'memory_vector_search',
    displayName: 'Memory: search by meaning',
    description: `Searches this story’s memory by meaning. Use it when the words of the entry are not known. Fails with NO_EMBEDDING_PROFILE where the user has set up no embeddings: then use memory_keyword_search. ${HITS_SHOW}`,
    parameters: closed({ query: textOf('What to look for, as a phrase or a sentence.'), types: TYPES, k: K }, [
      'query',
    ]),
    mode: 'read',
    exec: (args) => {
      const options = { query: string(args.query) ?? '', ...given({ types: list(args.types), k: number(args.k) }) };
      return async ({ session, abort, previews }) => ({
        results: await previews.hits(await session.vectorSearch({ ...options, ...abort })),
      });
    },
  },
  {
    name: 'memory_find_by_name',
    displayName: 'Memory: find by name',
    description: `Finds entries by a part of their title or alias, in upper or lower case. Use it to get the id of somebody or something by name, and always before memory_node_create, so that nothing is created twice. Answers {matches}, the oldest first. ${NODES_SHOW}`,
    parameters: closed({ query: textOf('A name, or a part of one, for example "Alice".'), types: TYPES }, ['query']),
    mode: 'read',
    exec: (args) => {
      const options = { query: string(args.query) ?? '', ...given({ types: list(args.types) }) };
      return async ({ session, abort, previews }) => {
        const { matches } = await session.findByName({ ...options, ...abort });
        return { matches: await previews.nodes(matches) };
      };
    },
  },
];
