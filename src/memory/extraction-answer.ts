import type { ExtractionOp, NodeView, OpLink, SchemaView } from '../../worker/protocol/memory-types.js';

/** Changes of one answer at most. */
const MOST_OPS = 40;
/** Characters of one text at most. */
const MOST_CHARACTERS = 2_000;
const MOST_ITEMS = 32;

/** What an answer comes to. */
export interface ReadAnswer {
  readonly ops: readonly ExtractionOp[];
  /** Entries that are not written. */
  readonly dropped: number;
}

/** What entries are compared with. */
export interface Known {
  readonly schema: SchemaView;
  /** Nodes that the model was shown. */
  readonly nodes: readonly NodeView[];
  /** The character, place or thread of this name. */
  readonly named: (type: string, title: string) => NodeView | undefined;
  /** True for an event that says what one of the last ones says. */
  readonly isKnownEvent: (summary: string) => boolean;
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, MOST_CHARACTERS) : '';

/** The first JSON object in a text; `undefined` where there is none. */
export function objectIn(text: string): Fields | undefined {
  for (let from = text.indexOf('{'); from >= 0; from = text.indexOf('{', from + 1)) {
    const end = endOfObject(text, from);
    if (end < 0) return undefined;
    try {
      const value: unknown = JSON.parse(text.slice(from, end));
      if (isObject(value)) return value;
    } catch {
      // The braces of a sentence: it may begin further on.
    }
  }
  return undefined;
}

function endOfObject(text: string, from: number): number {
  let depth = 0;
  let isText = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (isText) {
      if (character === '\\') at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** The changes that an answer asks for, as far as they can be made: known types, columns and ids; nothing that is there already. */
export function readAnswer(answer: Fields, known: Known): ReadAnswer {
  const reader = new AnswerReader(known);
  const written = [
    ...listOf(answer.create).map((entry) => reader.create(entry)),
    ...listOf(answer.edit).map((entry) => reader.edit(entry)),
    ...listOf(answer.links).map((entry) => reader.link(entry)),
  ];
  return { ops: reader.ops, dropped: written.filter((one) => !one).length };
}

class AnswerReader {
  readonly ops: ExtractionOp[] = [];
  readonly #known: Known;
  readonly #ids: ReadonlySet<string>;
  /** By ref: the id of a node that was there already; empty for a new one. */
  readonly #refs = new Map<string, string>();

  constructor(known: Known) {
    this.#known = known;
    this.#ids = new Set(known.nodes.map(({ id }) => id));
  }

  /** @returns whether it is written. */
  create(entry: Fields): boolean {
    const spec = this.#known.schema.types.find(({ type }) => type === textOf(entry.type).toLowerCase());
    if (!spec) return false;
    const { type } = spec;
    const [title, ref] = [textOf(entry.title), textOf(entry.ref)];
    const fields = this.#fieldsOf(entry.fields, spec.tableColumns);
    const links = listOf(entry.links).flatMap((link) => this.#linkOf(link.to, link.relation));
    const name = title || textOf(fields.title) || textOf(fields.name);
    const summary = textOf(fields.summary);
    if (name === '' && summary === '') return false;
    const there = spec.compressionMode === 'hierarchical' ? undefined : this.#known.named(type, name);
    if (there) {
      if (ref !== '') this.#refs.set(ref, there.id);
      if (links.length > 0) this.#push({ op: 'link_upsert', sourceNodeId: there.id, links });
      return this.#push({ op: 'edit', nodeId: there.id, setFields: united(there.fields, fields) });
    }
    if (spec.compressionMode === 'hierarchical' && this.#known.isKnownEvent(summary || name)) return false;
    if (ref !== '') this.#refs.set(ref, '');
    return this.#push({
      op: 'create',
      type,
      title,
      fields,
      ...(links.length > 0 && { links }),
      ...(ref !== '' && { ref }),
    });
  }

  edit(entry: Fields): boolean {
    const nodeId = textOf(entry.id);
    const node = this.#known.nodes.find(({ id }) => id === nodeId);
    if (!node) return false;
    const columns = this.#columnsOf(node.type);
    const setFields = this.#fieldsOf(entry.set, columns);
    const clearFields = (Array.isArray(entry.clear) ? entry.clear : [])
      .map(textOf)
      .filter((one) => columns.includes(one));
    if (Object.keys(setFields).length + clearFields.length === 0) return false;
    return this.#push({ op: 'edit', nodeId, setFields, ...(clearFields.length > 0 && { clearFields }) });
  }

  link(entry: Fields): boolean {
    const from = textOf(entry.from);
    const links = this.#linkOf(entry.to, entry.relation);
    const id = this.#refs.get(from) || (this.#ids.has(from) ? from : '');
    if (links.length === 0 || (id === '' && !this.#refs.has(from))) return false;
    return this.#push({ op: 'link_upsert', ...(id === '' ? { sourceRef: from } : { sourceNodeId: id }), links });
  }

  #linkOf(to: unknown, relation: unknown): readonly OpLink[] {
    const [target, name] = [textOf(to), textOf(relation)];
    if (target === '' || name === '') return [];
    const id = this.#refs.get(target) || (this.#ids.has(target) ? target : '');
    return [{ ...(id === '' ? { targetRef: target } : { targetNodeId: id }), relation: name, direction: 'outgoing' }];
  }

  #columnsOf = (type: string): readonly string[] =>
    this.#known.schema.types.find((spec) => spec.type === type.toLowerCase())?.tableColumns ?? [];

  #fieldsOf(given: unknown, columns: readonly string[]): Fields {
    const fields: Fields = {};
    for (const [name, value] of Object.entries(isObject(given) ? given : {})) {
      if (!columns.includes(name) && name !== 'keywords') continue;
      const items = Array.isArray(value)
        ? value
            .slice(0, MOST_ITEMS)
            .map(textOf)
            .filter((one) => one !== '')
        : [];
      const text = textOf(value);
      if (items.length > 0) fields[name] = items;
      else if (text !== '') fields[name] = text;
    }
    return fields;
  }

  #push(op: ExtractionOp): boolean {
    if (this.ops.length >= MOST_OPS) return false;
    this.ops.push(op);
    return true;
  }
}

/** New values, with what lists had before. */
function united(before: { readonly [name: string]: unknown }, now: Fields): Fields {
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => {
      const old = before[name];
      return [name, Array.isArray(old) && Array.isArray(value) ? [...new Set([...old, ...value])] : value];
    }),
  );
}
