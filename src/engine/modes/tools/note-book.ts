import { Mutex } from '../../../../worker/primitives/mutex.js';
import { randomId } from '../../../../worker/primitives/random-id.js';

/** A note that stays before the model until it is closed. */
export interface Note {
  readonly id: string;
  readonly text: string;
  /** The message that it was written at. */
  readonly floor: number;
  readonly status?: 'open' | 'closed';
  readonly reason?: string;
}

/** Bytes of one note, in UTF-8. */
const MOST_BYTES = 16 * 1_024;

/**
 * Notes of a chat. Writes come one after another.
 *
 * @example
 * import { Notes } from 'bulkhead/modes';
 * const notes = new Notes(JSON.parse(localStorage.getItem('notes') ?? '[]'), async (changed) => {
 *   localStorage.setItem('notes', JSON.stringify(changed));
 * });
 * const { id } = await notes.write('The attic has a secret door.');
 */
export class Notes {
  #notes: Note[];
  readonly #save: (notes: readonly Note[]) => Promise<void>;
  readonly #mutex = new Mutex();

  /** `kept`: as they were saved; plain texts are of older versions. */
  constructor(kept: readonly (Note | string)[] = [], save: (notes: readonly Note[]) => Promise<void> = async () => {}) {
    this.#notes = kept.map((note) => (typeof note === 'string' ? { id: newId(), text: note, floor: 0 } : note));
    this.#save = save;
  }

  get open(): readonly Note[] {
    return this.#notes.filter(({ status = 'open' }) => status === 'open');
  }

  /** As it stands in a prompt; empty for none. */
  get prompt(): string {
    const lines = this.open.map(({ id, text }) => `- [${id}] ${text}`);
    return lines.length > 0 ? `Open Notes\n${lines.join('\n')}` : '';
  }

  /** The same notes, for a run that only pretends: what is written in it is kept nowhere. */
  copy(): Notes {
    return new Notes(this.#notes);
  }

  /** @throws `NOTE_EMPTY`, `NOTE_TOO_LONG`, `NOTE_WRITE_FAILED`. */
  write(text: string, floor = 0): Promise<{ readonly id: string }> {
    return this.#mutex.run(async () => {
      const trimmed = String(text ?? '').trim();
      if (trimmed === '') throw noteError('NOTE_EMPTY', 'a note needs a text');
      if (new TextEncoder().encode(trimmed).length > MOST_BYTES) {
        throw noteError('NOTE_TOO_LONG', `a note has at most ${MOST_BYTES} bytes`);
      }
      const id = newId();
      await this.#put([...this.#notes, { id, text: trimmed, floor, status: 'open' }]);
      return { id };
    });
  }

  /** @throws `NOTE_ID_EMPTY`, `NOTE_WRITE_FAILED`. */
  close(
    id: string,
    reason?: string,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly error: 'not_found' | 'already_closed' }> {
    return this.#mutex.run(async () => {
      if (String(id ?? '').trim() === '') throw noteError('NOTE_ID_EMPTY', 'which note is to be closed?');
      const note = this.#notes.find((one) => one.id === id);
      if (!note) return { ok: false, error: 'not_found' };
      if (note.status === 'closed') return { ok: false, error: 'already_closed' };
      const closed: Note = { ...note, status: 'closed', ...(reason !== undefined && { reason }) };
      await this.#put(this.#notes.map((one) => (one === note ? closed : one)));
      return { ok: true };
    });
  }

  async #put(notes: Note[]): Promise<void> {
    await this.#save(notes).catch((cause: unknown) => {
      throw noteError('NOTE_WRITE_FAILED', `the note could not be kept: ${(cause as Error).message}`);
    });
    this.#notes = notes;
  }
}

const newId = (): string => `n_${Date.now().toString(36)}_${randomId().slice(0, 8)}`;

const noteError = (code: string, message: string): Error => Object.assign(new Error(message), { code });
