import { dayOf } from '../dates/dates.js';
import { isoDay } from '../dates/days.js';
import type { Graph } from '../graph/graph.js';
import { fieldTexts, textOfNode } from '../search/node-text.js';
import { wordEnd } from '../transfer/sentences.js';

/** Characters of one node's text at most. */
const MOST = 600;
const SENTENCE = /[.!?。！？…](?=\s|$)|[。！？]/gu;

/** What a model is shown of a node: what it says, after its day and its title where it has them; `said`: that alone. */
export function shownText(graph: Graph, slot: number): { readonly text: string; readonly said: string } {
  const { title, date, isSure, speaker } = textOfNode(graph, slot);
  const said = cells(graph, slot).join('; ');
  const line = isSure && speaker !== '' ? `${speaker}: ${said}` : said;
  const text = title === '' || line.startsWith(title) ? line || title : line === '' ? title : `${title}: ${line}`;
  const day = text === '' ? undefined : dayOf(date);
  return { text: cut(day === undefined ? text : `[${isoDay(day)}] ${text}`), said };
}

/** Its fields in one line each, with their names where there are several. */
function cells({ nodes }: Graph, slot: number): readonly string[] {
  const found = fieldTexts(nodes.fields(slot)).filter(({ name, text }) => name !== 'speaker' && text !== '');
  return found.map(({ name, text }) => (found.length === 1 || name === 'summary' ? text : `${name}: ${text}`));
}

/** Whole sentences as far as they fit; words where the first is too long. */
function cut(text: string): string {
  if (text.length <= MOST) return text;
  let end = 0;
  for (const { index, 0: mark } of text.slice(0, MOST).matchAll(SENTENCE)) end = index + mark.length;
  if (end > MOST / 3) return text.slice(0, end);
  return `${text.slice(0, wordEnd(text, MOST - 1)).trimEnd()}…`;
}
