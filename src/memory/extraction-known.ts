import type { NodeView } from '../../worker/protocol/memory-types.js';
import { isSaidId } from '../../worker/protocol/said.js';
import type { Known } from './extraction-answer.js';
import type { ReadMessage } from './extraction-prompt.js';
import type { MemoryGraph } from './types.js';

/** Nodes that the model is shown at most. */
const MOST_SHOWN = 60;
/** The last events: those that the model is shown, and those that new ones are compared with. */
const EVENTS_SHOWN = 3;
const EVENTS_COMPARED = 50;
/** Events that are looked through for them: most may be messages that are kept word for word. */
const EVENTS_READ = 400;
/** Names of one answer that are looked up. */
const MOST_NAMES = 40;
/** Events that share so many of their words say the same. */
const SAME = 0.85;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** What is remembered of what the messages speak of. */
export async function knownFor(
  graph: Pick<MemoryGraph, 'getSchema' | 'recall' | 'listVisibleCandidates' | 'findByName'>,
  messages: readonly ReadMessage[],
  signal: AbortSignal,
): Promise<Known> {
  const schema = await graph.getSchema({ signal });
  const events = schema.types
    .filter(({ compressionMode }) => compressionMode === 'hierarchical')
    .map(({ type }) => type);
  const others = schema.types.map(({ type }) => type).filter((type) => !events.includes(type));
  const [recalled, newest, recent] = await Promise.all([
    graph.recall({
      query: messages.map(({ name, mes }) => `${name} ${mes}`).join('\n'),
      ...{ types: others, k: MOST_SHOWN, chars: 20_000, meaning: false, signal },
    }),
    graph.listVisibleCandidates({ types: others, limit: MOST_SHOWN, signal }),
    events.length === 0 ? [] : graph.listVisibleCandidates({ types: events, limit: EVENTS_READ, signal }),
  ]);
  const people = await Promise.all(
    [...new Set(messages.map(({ name }) => name))].map((query) => graph.findByName({ query, types: others, signal })),
  );
  const written = recent.filter(({ id }) => !isSaidId(id));
  const named = [...people.flatMap(({ matches }) => matches), ...recalled, ...newest];
  const rows = [...new Map(named.map((node) => [node.id, node])).values()].slice(0, MOST_SHOWN);
  const compared = written
    .slice(0, EVENTS_COMPARED)
    .map(({ fields, title }) => wordsOf(String(fields.summary ?? title)));
  return {
    schema,
    nodes: [...rows, ...written.slice(0, EVENTS_SHOWN)],
    named: namedIn(rows),
    isKnownEvent(summary) {
      const words = wordsOf(summary);
      return words.size > 0 && compared.some((other) => isSame(words, other));
    },
  };
}

/** The same, with what of the memory has a name that the answer would create anew. */
export async function withNamesOf(
  answer: { readonly create?: unknown },
  known: Known,
  graph: Pick<MemoryGraph, 'findByName'>,
  signal: AbortSignal,
): Promise<Known> {
  const created = (Array.isArray(answer.create) ? answer.create : []).slice(0, MOST_NAMES);
  const titles = created
    .map((entry) => Object(entry).title)
    .filter((title) => typeof title === 'string' && title.trim());
  const found = await Promise.all(titles.map((query: string) => graph.findByName({ query, signal })));
  return { ...known, named: namedIn([...known.nodes, ...found.flatMap(({ matches }) => matches)]) };
}

const namedIn =
  (nodes: readonly NodeView[]): Known['named'] =>
  (type, title) =>
    nodes.find((node) => node.type === type && namesOf(node).includes(folded(title)));

function namesOf({ title, fields }: NodeView): readonly string[] {
  const aliases = Array.isArray(fields.aliases) ? fields.aliases : String(fields.aliases ?? '').split(/[,，、;；]/);
  return [title, ...aliases.map(String)].map(folded).filter((name) => name !== '');
}

/** Words, and of Chinese every character. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(folded(text).match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []);

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared >= (a.size + b.size - shared) * SAME;
}
