import type { LinkDirection, OpLink } from '../../../worker/protocol/memory-types.js';
import { isPlainObject } from '../../../worker/protocol/spec.js';
import { ToolError } from './tool-error.js';

/** Arguments as a model gave them; the schema was checked, unless somebody called the tool directly. */
export type Args = { readonly [name: string]: unknown };

/** A text without white space around it; empty for anything else. */
export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The texts of a list that are not blank; empty for anything else. */
export const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(text).filter((one) => one !== '') : [];

/** Leaves out what was not given, so that the session's own defaults hold. */
export function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** These read one kind of value each, and take anything else for nothing. */
export const string = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
export const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
export const list = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? texts(value) : undefined;
export const record = (value: unknown): { readonly [key: string]: unknown } | undefined =>
  isPlainObject(value) ? value : undefined;

/** With which codes faulty arguments are refused: a simulated call has codes of its own. */
export interface Codes {
  readonly badArgs: string;
  readonly idEmpty: string;
}

/** Codes of a call that is meant. */
export const MEANT: Codes = { badArgs: 'BAD_ARGS', idEmpty: 'MEMORY_ID_EMPTY' };
/** Codes of a call that is simulated, for example of `NODE_EDIT`. */
export const pretended = (what: string): Codes => {
  const code = `MEMORY_${what}_BAD_ARGS`;
  return { badArgs: code, idEmpty: code };
};

/** The error of an argument that cannot be used. */
export const badArgument = (message: string, code: string): ToolError =>
  new ToolError(message, code, 'Correct the arguments as the description of the parameters says, then call again.');

/** Reads an id that a call cannot do without. @throws `MEMORY_ID_EMPTY`, or the code of a simulated call. */
export function needId(args: Args, name: string, codes = MEANT): string {
  const id = text(args[name]);
  if (id) return id;
  const hint = `Give ${name} the id of an entry, as memory_list_candidates or memory_find_by_name answer it.`;
  throw new ToolError(`${name} is empty`, codes.idEmpty, hint);
}

/** Reads a text that a call cannot do without. @throws `codes.badArgs`. */
export function needText(args: Args, name: string, { badArgs }: Codes): string {
  const value = text(args[name]);
  if (value) return value;
  throw badArgument(`${name} is empty`, badArgs);
}

/** Reads something that may be left out, but not be of another kind. @throws `codes.badArgs`. */
export function optional<T>(args: Args, name: string, read: (value: unknown) => T | undefined, codes: Codes) {
  const value = args[name] ?? undefined;
  const found = read(value);
  if (value === undefined || found !== undefined) return found;
  throw badArgument(`${name} is of the wrong kind`, codes.badArgs);
}

const DIRECTIONS: readonly string[] = ['outgoing', 'incoming', 'bidirectional'] satisfies LinkDirection[];

/** Reads a direction; `undefined` where none is given. @throws `codes.badArgs`. */
export function directionOf({ direction }: Args, { badArgs }: Codes): LinkDirection | undefined {
  const word = text(direction).toLowerCase();
  if (DIRECTIONS.includes(word)) return word as LinkDirection;
  if (direction === undefined || direction === null) return undefined;
  throw badArgument(`direction is one of ${DIRECTIONS.join(', ')}`, badArgs);
}

/** Reads the links of a call. @throws `codes.badArgs`. */
export function linksOf(value: unknown, codes: Codes): readonly OpLink[] {
  if (!Array.isArray(value)) throw badArgument('links is a list', codes.badArgs);
  return value.map((link: unknown, at): OpLink => {
    if (!isPlainObject(link)) throw badArgument(`links[${at}] is no object`, codes.badArgs);
    const [targetNodeId, targetRef] = [text(link.target_node_id), text(link.target_ref)];
    if (!targetNodeId && !targetRef) {
      throw badArgument(`links[${at}] has neither target_node_id nor target_ref`, codes.badArgs);
    }
    return given({
      targetNodeId: targetNodeId || undefined,
      targetRef: targetRef || undefined,
      relation: text(link.relation) || undefined,
      direction: directionOf(link, codes),
    });
  });
}

/** The ids that links name. */
export const targetsOf = (links: readonly OpLink[]): readonly string[] =>
  links.flatMap(({ targetNodeId }) => targetNodeId ?? []);
