import type { Fields, NodeView, TableRow } from '../index.js';
import { language } from './language.js';
import { t } from './text.js';

const KNOWN = ['event', 'character_sheet', 'location_state', 'thread'] as const;

/** A node type as people call it; one of somebody else's keeps its own name. */
export function typeName(type: string): string {
  const known = KNOWN.find((one) => one === type);
  return known ? t(`memory.type.${known}`) : type;
}

/** A whole number with its separators. */
export const formatCount = (count: number): string => new Intl.NumberFormat(language()).format(count);

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

/** A node as a row of the table, where a search has answered with nodes. */
export function rowOf(node: NodeView): TableRow {
  const { id, type, title, fields, seqTo, archived, semanticRollup } = node;
  return { id, type, title, seqTo, archived, rollup: semanticRollup, text: rowText(fields), links: -1 };
}

function rowText(fields: Fields): string {
  const summary = Object.hasOwn(fields, 'summary') ? [fields.summary] : [];
  const rest = Object.entries(fields).flatMap(([name, value]) => (name === 'summary' ? [] : [value]));
  let text = '';
  for (const value of [...summary, ...rest]) {
    if (text.length >= TEXT_CHARS) break;
    const cell = valueText(value).replace(/\s+/g, ' ').trim();
    if (cell !== '') text += text === '' ? cell : ` · ${cell}`;
  }
  return text.slice(0, TEXT_CHARS);
}
