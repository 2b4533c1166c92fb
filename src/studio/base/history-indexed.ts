import { promisifyRequest } from '../../../worker/adapters/database.js';
import { randomId } from '../../../worker/primitives/random-id.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { change, look } from './history-database.js';
import { type KeptLine, newSessionId } from './history-lines.js';
import {
  type Captured,
  capture,
  type Head,
  type Kept,
  NOTHING,
  namesOf,
  type Packed,
  pack,
  unpack,
} from './history-parts.js';
import { byAge, type HistoryPlace, type Keeping, ofMode } from './history-storage.js';
import type { HistoryBackend } from './history-whole.js';
import type { StudioSession } from './types.js';

/** How often a change is tried again that another tab has come before. */
const TRIES = 8;
/** A text longer than this is handed over in a task of its own. */
const LARGE_CHARS = 100_000;

/** A session’s head as it lies there; each time it is written it has another stamp. */
interface Stamped {
  readonly head: Head;
  readonly stamp: string;
}

/** A session as it was last read or kept by one studio. */
interface Seen extends Stamped {
  readonly kept: Kept;
}

const below = (...key: string[]) => IDBKeyRange.bound(key, [...key, []]);
const outrun = () => new BulkheadError('STORE_FAILED', 'other tabs change the history all the time');

/** The history of a place in the browser’s IndexedDB, shared by all tabs: each change is one transaction. */
export class IndexedHistory {
  readonly #place: string;

  constructor({ moduleName, globalSettingsKey, characterStateNamespace, avatar }: HistoryPlace) {
    this.#place = JSON.stringify(
      avatar === '' ? ['global', moduleName, globalSettingsKey] : ['character', characterStateNamespace, avatar],
    );
  }

  async load(mode: string | undefined): Promise<readonly StudioSession[]> {
    const heads = ofMode(await this.#heads(), mode);
    const read = await Promise.all(heads.map(({ id }) => this.#read(id)));
    return byAge(read.flatMap((one) => (one ? [one.session] : [])));
  }

  async replace(given: readonly StudioSession[], { limit, mode }: Keeping): Promise<void> {
    const named = ofMode(given, mode).filter((session) => typeof session?.id === 'string');
    const own = byAge([...new Map(named.map((session) => [session.id, session])).values()]).slice(-limit);
    const captured = own.map((session) => capture(session, false));
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await this.#stamps(mode);
      const packed: Packed[] = [];
      for (const one of captured) {
        const head = before.get(one.line.id)?.head;
        packed.push(await pack(one, head ? { names: namesOf(head), texts: new Map() } : NOTHING));
      }
      const done = await change(async (objects) => {
        const now = await this.#all(objects, mode);
        if (now.length !== before.size || now.some((one) => before.get(one.head.id)?.stamp !== one.stamp)) return false;
        for (const { head } of now) if (!own.some(({ id }) => id === head.id)) this.#delete(objects, head.id);
        for (const one of packed) await this.#put(objects, one, randomId(), before.get(one.head.id)?.head);
        return true;
      });
      if (!done) continue;
      for (const one of packed) one.learn();
      return;
    }
    throw outrun();
  }

  backend(mode: string, keeping: Keeping): HistoryBackend {
    const seen = new Map<string, Seen>();
    return {
      lines: async () => ofMode(await this.#heads(), mode).map(lineOfHead),
      read: async (id) => {
        const found = await this.#read(id);
        if (found) seen.set(id, found.seen);
        return found?.session ?? null;
      },
      save: (session) => this.#save(capture(session, true), seen, keeping),
      remove: (id) => {
        seen.delete(id);
        return change(async (objects) => this.#delete(objects, id));
      },
    };
  }

  async #save(
    given: Captured,
    seen: Map<string, Seen>,
    keeping: Keeping,
  ): Promise<{ readonly id: string; readonly forked: boolean }> {
    let captured = given;
    let forked = false;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { id } = captured.line;
      const mine = seen.get(id);
      const packed = await pack(captured, mine?.kept ?? NOTHING);
      if (mine && packed.fresh.size === 0 && JSON.stringify(packed.head) === JSON.stringify(mine.head)) {
        return { id, forked };
      }
      const stamp = randomId();
      const found = await change(async (objects) => {
        const there = await get<Stamped>(objects, ['head', this.#place, id]);
        if (there?.stamp !== mine?.stamp) return there ? 'changed' : 'gone';
        await this.#put(objects, packed, stamp, there?.head);
        await this.#evict(objects, keeping);
        return 'kept';
      });
      if (found === 'kept') {
        packed.learn();
        seen.set(id, { head: packed.head, stamp, kept: packed.kept });
        return { id, forked };
      }
      if (found === 'gone') seen.delete(id);
      else {
        // Somebody has gone on with it: both stay.
        captured = { ...given, line: { ...given.line, id: newSessionId() } };
        forked = true;
      }
    }
    throw outrun();
  }

  async #read(id: string): Promise<{ readonly session: StudioSession; readonly seen: Seen } | null> {
    return look(null, async (objects) => {
      const found = await get<Stamped>(objects, ['head', this.#place, id]);
      if (!found) return null;
      const names = [...namesOf(found.head)];
      const texts = await Promise.all(names.map((name) => get<string>(objects, this.#part(id, name))));
      const byName = new Map(names.map((name, at) => [name, texts[at]] as const));
      const { session, kept } = unpack(found.head, byName);
      return { session, seen: { ...found, kept } };
    });
  }

  async #put(objects: IDBObjectStore, packed: Packed, stamp: string, before: Head | undefined): Promise<void> {
    const { head, fresh, kept } = packed;
    for (const [name, text] of fresh) {
      const put = objects.put(text, this.#part(head.id, name));
      if (text.length > LARGE_CHARS) await promisifyRequest(put);
    }
    for (const name of before ? namesOf(before) : []) {
      if (!kept.names.has(name)) objects.delete(this.#part(head.id, name));
    }
    objects.put({ head, stamp } satisfies Stamped, ['head', this.#place, head.id]);
  }

  async #evict(objects: IDBObjectStore, { limit, mode }: Keeping): Promise<void> {
    const own = byAge((await this.#all(objects, mode)).map(({ head }) => head));
    for (const { id } of own.slice(0, Math.max(0, own.length - limit))) this.#delete(objects, id);
  }

  #delete(objects: IDBObjectStore, id: string): void {
    objects.delete(['head', this.#place, id]);
    objects.delete(below('part', this.#place, id));
  }

  async #heads(): Promise<readonly Head[]> {
    const all = await look([], (objects) => this.#all(objects, undefined));
    return byAge(all.map(({ head }) => head));
  }

  async #stamps(mode: string | undefined): Promise<ReadonlyMap<string, Stamped>> {
    const all = await look([], (objects) => this.#all(objects, mode));
    return new Map(all.map((one) => [one.head.id, one]));
  }

  async #all(objects: IDBObjectStore, mode: string | undefined): Promise<readonly Stamped[]> {
    const all = await promisifyRequest<Stamped[]>(objects.getAll(below('head', this.#place)));
    return all.filter(({ head }) => mode === undefined || head.mode === mode);
  }

  #part(id: string, name: string): string[] {
    return ['part', this.#place, id, name];
  }
}

const get = <T>(objects: IDBObjectStore, key: IDBValidKey): Promise<T | undefined> =>
  promisifyRequest<T | undefined>(objects.get(key));

const lineOfHead = ({ id, summary, updatedAt, createdAt, turns, fields }: Head): KeptLine => {
  return { id, summary, updatedAt, createdAt, turns, waits: fields.pendingApproval !== undefined };
};
