import type { SessionLine, StudioStatus } from './facade.js';
import type { History, KeptLine } from './history.js';
import type { StudioSession } from './types.js';

/** Stores a studio’s sessions, one write at a time, always the last state. A failed write is reported, and tried again with the next. */
export class Keeping<Profile> {
  readonly #history: History<Profile>;
  readonly #notify: (status: StudioStatus) => void;
  #lines: readonly KeptLine[] = [];
  /** Not one: who leaves a session for another has said something in it a moment ago. */
  readonly #wanted = new Set<StudioSession<Profile>>();
  #writing: Promise<void> | undefined;

  constructor(history: History<Profile>, notify: (status: StudioStatus) => void) {
    this.#history = history;
    this.#notify = notify;
  }

  async look(): Promise<readonly KeptLine[]> {
    this.#lines = (await this.#history.list()).toReversed().toSorted((a, b) => b.updatedAt - a.updatedAt);
    return this.#lines;
  }

  lines(current: StudioSession<Profile>): readonly SessionLine[] {
    return this.#lines.map((line) => ({ ...line, current: line.id === current.id }));
  }

  async read(id: string): Promise<StudioSession<Profile> | null> {
    await this.#writing;
    return this.#history.read(id);
  }

  /** Resolves when this state, or a later one, is kept or cannot be. */
  save(session: StudioSession<Profile>): Promise<void> {
    this.#wanted.add(session);
    this.#writing ??= this.#write();
    return this.#writing;
  }

  async remove(id: string): Promise<void> {
    for (const session of this.#wanted) if (session.id === id) this.#wanted.delete(session);
    await this.#writing;
    await this.#history.remove(id);
    await this.look();
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#history.close();
  }

  async #write(): Promise<void> {
    // What has changed meanwhile is written with the next.
    for (const session of this.#wanted) {
      this.#wanted.delete(session);
      try {
        const { id, forked } = await this.#history.save(session);
        session.id = id;
        if (forked) this.#notify({ kind: 'info', key: 'forked' });
        await this.look();
      } catch (error) {
        this.#notify({ kind: 'error', key: 'notKept', error });
      }
    }
    this.#writing = undefined;
  }
}
