import { Mutex } from '../../../../worker/primitives/mutex.js';
import { BulkheadError } from '../../../../worker/protocol/errors.js';
import { type Context, fieldsOf } from '../base/context.js';
import { userFiles } from './user-files.js';

/** What extensions keep with a character, by their namespace. `avatar`: for whoever opens the file. */
interface Kept {
  readonly avatar: string;
  readonly states: { readonly [namespace: string]: unknown };
}

/**
 * State of extensions that belongs to a character, in a file of the host's server beside its card. Not in the card: the server merges what is
 * written there into what there was, so that what an extension takes out of its state comes back, and a card that is given
 * to somebody would hold the conversations about it.
 */
export class CharacterStates {
  readonly #context: () => Context;
  readonly #files: ReturnType<typeof userFiles>;
  /** Where the browser has no locks. */
  readonly #mutex = new Mutex();

  constructor(context: () => Context) {
    this.#context = context;
    this.#files = userFiles(context);
  }

  /** A copy of what was set last, by any tab; `null` where nothing was. @throws `STORE_FAILED`, `STORE_BROKEN`. */
  async get(avatar: string, namespace: string): Promise<unknown> {
    checkNames(avatar, namespace);
    const { states } = toKept(avatar, await this.#files.read(fileOf(avatar)));
    return Object.hasOwn(states, namespace) ? (states[namespace] ?? null) : null;
  }

  /** Replaces it; `null` takes it out. Resolves once the server has it. @throws `BAD_ARGS`, `STORE_FAILED`. */
  async set(avatar: string, namespace: string, state: unknown): Promise<void> {
    checkNames(avatar, namespace);
    const isGone = state === null || state === undefined;
    // What comes while it waits is not in it.
    const copy: unknown = isGone ? null : toJson(state);
    await this.#alone(fileOf(avatar), async (file) => {
      const { [namespace]: _before, ...others } = (await this.#readable(avatar)).states;
      await this.#put(file, avatar, isGone ? others : { ...others, [namespace]: copy });
    });
  }

  /** The host has given a card another file name: its state goes along. */
  async renamed(from: string, to: string): Promise<void> {
    const { states } = await this.#readable(from);
    if (Object.keys(states).length === 0) return;
    await this.#alone(fileOf(to), (file) => this.#put(file, to, states));
    await this.deleted(from);
  }

  /** The host has deleted a card: its state goes, too. */
  deleted(avatar: string): Promise<void> {
    return this.#alone(fileOf(avatar), (file) => this.#files.remove(file));
  }

  /** Deletes what is kept with any character that there is. */
  async erase(): Promise<void> {
    const avatars = this.#context().characters.flatMap(({ avatar }) => (avatar ? [avatar] : []));
    if (avatars.length === 0) return;
    for (const file of await this.#files.existing(avatars.map(fileOf))) await this.#files.remove(file);
  }

  #put(file: string, avatar: string, states: Kept['states']): Promise<void> {
    if (Object.keys(states).length === 0) return this.#files.remove(file);
    return this.#files.write(file, { avatar, states } satisfies Kept);
  }

  /** A file that nobody can read any more keeps nobody from writing. */
  async #readable(avatar: string): Promise<Kept> {
    try {
      return toKept(avatar, await this.#files.read(fileOf(avatar)));
    } catch (error) {
      if (error instanceof BulkheadError && error.code === 'STORE_BROKEN') return toKept(avatar, undefined);
      throw error;
    }
  }

  /** One at a time, in all tabs where the browser has locks. */
  #alone<T>(file: string, work: (file: string) => Promise<T>): Promise<T> {
    const { locks } = navigator as { readonly locks?: LockManager };
    if (locks) return locks.request(file, () => work(file)) as Promise<T>;
    return this.#mutex.run(() => work(file));
  }
}

function checkNames(avatar: unknown, namespace: unknown): void {
  if (typeof avatar === 'string' && avatar !== '' && typeof namespace === 'string' && namespace !== '') return;
  throw new BulkheadError('BAD_ARGS', 'a character’s state needs the character’s avatar and a namespace');
}

function toJson(state: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(state));
  } catch (cause) {
    throw new BulkheadError('BAD_ARGS', 'a character’s state must be JSON', {}, { cause });
  }
}

/** Ignores the file of another character. Two names may lead to the same file. */
function toKept(avatar: string, file: unknown): Kept {
  const { avatar: of, states } = fieldsOf(file);
  return { avatar, states: of === avatar ? fieldsOf(states) : {} };
}

/** The server takes plain letters and digits; file systems take 255 of them. */
function fileOf(avatar: string): string {
  const plain = avatar.replace(/[^A-Za-z0-9.-]/g, '-').slice(0, 80);
  return `bulkhead_${plain}_${hash(avatar, 1)}${hash(avatar, 2)}.json`;
}

/** cyrb53, of the public domain: 53 bits. Pages without a certificate have no `crypto.subtle`. */
function hash(text: string, seed: number): string {
  let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
