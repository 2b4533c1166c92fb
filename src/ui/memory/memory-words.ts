import type { Fields, NodeView } from '../../../worker/protocol/memory-types.js';
import type { TableRow } from '../../index.js';
import { t } from '../i18n/text.js';
import { formatCount } from '../shared/format.js';

const KNOWN = ['event', 'character_sheet', 'location_state', 'thread'] as const;

/** A node type as people call it; one of somebody else's keeps its own name. */
export function typeName(type: string): string {
  const known = KNOWN.find((one) => one === type);
  return known ? t(`memory.type.${known}`) : type;
}

/** The turn a node was last touched in. */
export const turnOf = (seqTo: number): string => (seqTo < 0 ? '–' : formatCount(seqTo));

/** A field's value as one text: lists by lines, other data as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (isPlainList(value)) return value.join('\n');
  return JSON.stringify(value, null, 2) ?? '';
}

/** A list that can be written one entry a line. */
export const isPlainList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && !one.includes('\n'));

const TEXT_CHARS = 240;

/** Characters of which a found word is looked for, and those before it that are shown. */
const FIND_CHARS = 4_000;
const LEAD_CHARS = 16;

/** The words of a query, as a search by words separates them: Chinese words are pairs of characters. Empty if there are none. */
export function wordsOf(query: string): RegExp | undefined {
  const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const pairs = (query.match(/[\u4e00-\u9fff]+/g) ?? []).flatMap((run) =>
    run.length === 1 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
  );
  const either = [...words.map((word) => `(?<![a-z0-9])${word}(?![a-z0-9])`), ...pairs];
  return either.length === 0 ? undefined : new RegExp(`(${either.join('|')})`, 'i');
}

/** A node as a row of the table, where a search has answered with nodes: its text begins near the first word that was found. */
export function rowOf(node: NodeView, words?: RegExp): TableRow {
  const { id, type, title, fields, seqTo, archived, semanticRollup } = node;
  const text = rowText(fields, words ? FIND_CHARS : TEXT_CHARS);
  const at = Math.max(0, (words?.exec(text)?.index ?? 0) - LEAD_CHARS);
  const from = at === 0 ? 0 : Math.max(at, text.indexOf(' ', at) < at + LEAD_CHARS ? text.indexOf(' ', at) + 1 : at);
  const shown = `${from === 0 ? '' : '… '}${text.slice(from, from + TEXT_CHARS)}`;
  return { id, type, title, seqTo, archived, rollup: semanticRollup, text: shown, links: -1 };
}

function rowText(fields: Fields, most: number): string {
  const summary = Object.hasOwn(fields, 'summary') ? [fields.summary] : [];
  const rest = Object.entries(fields).flatMap(([name, value]) => (name === 'summary' ? [] : [value]));
  let text = '';
  for (const value of [...summary, ...rest]) {
    if (text.length >= most) break;
    const cell = valueText(value).replace(/\s+/g, ' ').trim();
    if (cell !== '') text += text === '' ? cell : ` · ${cell}`;
  }
  return text.slice(0, most);
}
