import { randomId } from '../../../worker/primitives/random-id.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { breathe } from './breathe.js';
import { isVersion, type KeptLine, lineOf } from './history-lines.js';
import type { SessionMessage, StudioSession } from './types.js';

/** A message’s parts: what is said of it, and the versions before and after it. */
interface MessageParts {
  readonly message: string;
  readonly before?: string;
  readonly after?: string;
}

/** Fields that are parts of their own: they may be large. */
const FIELDS = ['workingProfile', 'baseWorkingProfile', 'lastSimulation', 'pendingApproval'] as const;
type Field = (typeof FIELDS)[number];

/** What is kept of a session beside its parts, and read without them. */
export interface Head extends Omit<KeptLine, 'waits'> {
  readonly mode: unknown;
  /** The session’s other fields but its id, as JSON. */
  readonly rest: string;
  readonly fields: { readonly [field in Field]?: string };
  readonly messages?: readonly MessageParts[];
}

/** A session in parts: JSON texts under names that are never used again. */
export interface Packed {
  readonly head: Head;
  readonly fresh: ReadonlyMap<string, string>;
  /** What the next packing may rely on, once this one is kept. */
  readonly kept: Kept;
  /** To be called once it is kept: none of its values is written again. */
  learn(): void;
}

/** Values that are kept, or were read, with the names of their parts: they are never changed, so they are never written again. */
const messageParts = new WeakMap<object, MessageParts>();
const valueNames = new WeakMap<object, string>();

/** Texts together longer than this are not made in one task. */
const TASK_CHARS = 500_000;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const namesOf = ({ fields, messages: list = [] }: Head): Set<string> =>
  new Set([
    ...Object.values(fields),
    ...list.flatMap(({ message, before, after }) => [message, before ?? message, after ?? message]),
  ]);

/** A session as it is at this moment; what may change is text from now on. */
export interface Captured {
  readonly session: StudioSession;
  readonly line: KeptLine;
  readonly rest: string;
  readonly texts: { readonly [field in Field]?: string };
}

/** Takes a session as it is now; `versions` as in `copySession`. @throws when it cannot be said in JSON. */
export function capture(session: StudioSession, versions: boolean): Captured {
  const rest: Record<string, unknown> = {};
  const apart: readonly string[] = [
    ...['id', ...FIELDS.filter((field) => session[field] !== null)],
    ...(Array.isArray(session.messages) ? ['messages'] : []),
  ];
  for (const key of Object.keys(session)) if (!apart.includes(key)) rest[key] = session[key as keyof StudioSession];
  const texts: { [field in Field]?: string } = {};
  for (const field of ['workingProfile', 'lastSimulation'] as const) {
    if (field === 'workingProfile' && versions && isVersion(session)) continue;
    const text: string | undefined = session[field] === null ? undefined : JSON.stringify(session[field]);
    if (text !== undefined) texts[field] = text;
  }
  return { session: { ...session }, line: lineOf(session), rest: JSON.stringify(rest), texts };
}

export interface Kept {
  /** Names of parts that this session has where it is kept. */
  readonly names: ReadonlySet<string>;
  /** Texts that it is likely to need again, with their names. */
  readonly texts: ReadonlyMap<string, string>;
}

export const NOTHING: Kept = { names: new Set(), texts: new Map() };

/** Puts a session into parts: what is kept already keeps its names. */
export async function pack({ session, line, rest, texts }: Captured, kept: Kept): Promise<Packed> {
  const fresh = new Map<string, string>();
  const byText = new Map([...kept.texts].filter(([, name]) => kept.names.has(name)));
  const here = new Map<object, string>();
  let chars = 0;

  const nameOf = (text: string): string => {
    const known = byText.get(text);
    if (known !== undefined) return known;
    const name = randomId();
    byText.set(text, name);
    fresh.set(name, text);
    return name;
  };
  const textOf = async (value: unknown): Promise<string | undefined> => {
    if (chars > TASK_CHARS) {
      await breathe();
      chars = 0;
    }
    const text: string | undefined = JSON.stringify(value);
    chars += text?.length ?? 0;
    return text;
  };
  const nameOfValue = async (value: unknown): Promise<string | undefined> => {
    const known = isObject(value) ? (here.get(value) ?? valueNames.get(value)) : undefined;
    if (known !== undefined && (fresh.has(known) || kept.names.has(known))) return known;
    const text = await textOf(value);
    const name = text === undefined ? undefined : nameOf(text);
    if (isObject(value) && name !== undefined) here.set(value, name);
    return name;
  };
  const partsOf = async (message: SessionMessage): Promise<MessageParts> => {
    const known = isObject(message) ? messageParts.get(message) : undefined;
    if (known && kept.names.has(known.message)) return known;
    const { profileSnapshotBefore, profileSnapshotAfter, ...said } = message;
    const before = await nameOfValue(profileSnapshotBefore);
    const after = await nameOfValue(profileSnapshotAfter);
    // Two messages may read the same, and are changed apart.
    const name = randomId();
    fresh.set(name, (await textOf(said)) ?? 'null');
    return { message: name, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  };

  const fields: { [field in Field]?: string } = {};
  const recent = new Map<string, string>();
  for (const field of FIELDS) {
    if (session[field] === null) continue;
    const text = texts[field];
    const name = text === undefined ? await nameOfValue(session[field]) : nameOf(text);
    if (name !== undefined) fields[field] = name;
    if (text !== undefined && name !== undefined) recent.set(text, name);
  }
  const given = Array.isArray(session.messages) ? [...session.messages] : undefined;
  const list: MessageParts[] = [];
  for (const message of given ?? []) list.push(await partsOf(message));
  const { waits: _, ...listed } = line;
  const head: Head = { ...listed, mode: session.mode, rest, fields, ...(given && { messages: list }) };
  return {
    ...{ head, fresh, kept: { names: namesOf(head), texts: recent } },
    learn() {
      for (const [value, name] of here) valueNames.set(value, name);
      for (const [at, parts] of list.entries()) {
        const message: unknown = given?.[at];
        if (isObject(message)) messageParts.set(message, parts);
      }
    },
  };
}

/** Puts a session together again. Versions are parsed when somebody looks at them, each once. */
export function unpack(
  head: Head,
  texts: ReadonlyMap<string, string | undefined>,
): { session: StudioSession; kept: Kept } {
  const textOf = (name: string): string => {
    const text = texts.get(name);
    if (text === undefined) throw new BulkheadError('STORE_FAILED', 'a part of the session is missing');
    return text;
  };
  const versions = new Map<string, unknown>();
  const version = (name: string): unknown => {
    if (!versions.has(name)) {
      const value: unknown = JSON.parse(textOf(name));
      versions.set(name, value);
      if (isObject(value)) valueNames.set(value, name);
    }
    return versions.get(name);
  };
  const session: Record<string, unknown> = { id: head.id, ...JSON.parse(head.rest) };
  const recent = new Map<string, string>();
  for (const field of FIELDS) {
    const name = head.fields[field];
    if (name === undefined) continue;
    if (field === 'baseWorkingProfile') whenLookedAt(session, field, () => version(name));
    else if (field === 'pendingApproval') session[field] = version(name);
    else {
      // Adapters change these: nobody else has the same object.
      session[field] = JSON.parse(textOf(name));
      recent.set(textOf(name), name);
    }
  }
  if (head.messages) {
    session.messages = head.messages.map((parts) => {
      const message: Record<string, unknown> = JSON.parse(textOf(parts.message));
      const { before, after } = parts;
      if (before !== undefined) whenLookedAt(message, 'profileSnapshotBefore', () => version(before));
      if (after !== undefined) whenLookedAt(message, 'profileSnapshotAfter', () => version(after));
      messageParts.set(message, parts);
      return message;
    });
  }
  return { session: session as unknown as StudioSession, kept: { names: namesOf(head), texts: recent } };
}

/** A field as any other, but for when it is made. */
function whenLookedAt(target: object, key: string, make: () => unknown): void {
  const become = (value: unknown) => {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
    return value;
  };
  Object.defineProperty(target, key, {
    ...{ enumerable: true, configurable: true },
    get: () => become(make()),
    set: become,
  });
}
