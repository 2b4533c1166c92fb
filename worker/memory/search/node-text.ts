import { dayOf } from '../dates/dates.js';
import type { Graph } from '../graph/graph.js';

/** Titles that a node without one is given: they say nothing. */
const NUMBERED = /^(summary|摘要|总结|總結|#)\s*\d+$/i;
/** Who says it, before a colon at the beginning of a line of a chat. */
const SPEAKER = /^\s*([\p{L}\p{N}][^:：\n。.!?！？]{0,39}?)\s*(?::\s|：)/u;
/** Fields that are no words. */
const SKIPPED = new Set(['embedding']);
/** Fields that say when something was said: where that is a day, it is compared as one. */
const DATES = new Set(['date', 'send_date']);
/** A name has this many characters at most. */
const MOST_NAME = 40;
/** Names of one node that count. */
const MOST_NAMES = 64;

/** What of a node a recall reads. */
export interface NodeText {
  readonly title: string;
  /** The values of its fields. */
  readonly body: string;
  /** Who says it; empty where that is not known. */
  readonly speaker: string;
  /** A field says so: otherwise it is a guess. */
  readonly isSure: boolean;
  /** When it was said, as its field has it. */
  readonly date: unknown;
  /** By what names it is called, where it is no event: its title and its aliases. */
  readonly names: readonly string[];
}

function valuesIn(value: unknown, into: string[], depth = 0): void {
  if (typeof value === 'string') into.push(value);
  else if (typeof value === 'number') into.push(String(value));
  else if (typeof value === 'object' && value !== null && depth < 4)
    for (const inner of Object.values(value)) valuesIn(inner, into, depth + 1);
}

/** The fields of a node as texts in one line each, by their names. */
export const fieldTexts = (fields: { readonly [name: string]: unknown }) =>
  Object.entries(fields)
    .filter(([name, value]) => !SKIPPED.has(name) && !(DATES.has(name) && dayOf(value) !== undefined))
    .map(([name, value]) => {
      const values: string[] = [];
      valuesIn(value, values);
      return { name, text: values.join(', ').replace(/\s+/g, ' ').trim() };
    });

export const isEvent = (nodes: Graph['nodes'], slot: number): boolean =>
  nodes.types.key(nodes.typeKey(slot)) === 'event';

export function textOfNode({ nodes }: Graph, slot: number): NodeText {
  const own = nodes.titles[slot]?.trim() ?? '';
  const title = NUMBERED.test(own) ? '' : own;
  const fields = nodes.fields(slot);
  const body = fieldTexts(fields)
    .map(({ text }) => text)
    .join('\n');
  const said = typeof fields.speaker === 'string' ? fields.speaker.trim() : undefined;
  const event = isEvent(nodes, slot);
  // Where chats are kept turn by turn, a title may say whose turn it was.
  const speaker = said ?? SPEAKER.exec(body)?.[1]?.trim() ?? (event && title.length <= MOST_NAME ? title : '');
  const aliases: string[] = [];
  if (!event) valuesIn(fields.aliases, aliases);
  const names = event ? [] : [title, ...aliases.flatMap((one) => one.split(/[,，、;；|]/))];
  return {
    title,
    body,
    speaker,
    isSure: said !== undefined,
    date: fields.date ?? fields.send_date,
    names: names
      .map((one) => one.trim())
      .filter(isName)
      .slice(0, MOST_NAMES),
  };
}

const isName = (name: string): boolean => name !== '' && name.length <= MOST_NAME;
