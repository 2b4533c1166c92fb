import type { LLMAdapter } from '../engine/index.js';
import type { StoredSession } from '../engine/internal.js';
import type { ExtractionState, Host } from '../index.js';
import { ChatMemories } from './memory.js';
import type { Sessions } from './sessions.js';
import type { ChatLine } from './types.js';

interface SessionMemoriesParts {
  /** Without it, nothing is remembered. */
  readonly memory: Pick<Host['memory'], 'open' | 'remove'> | undefined;
  readonly sessions: Sessions;
  /** Reads the sessions anew. */
  readonly read: () => Promise<void>;
  readonly changed: () => void;
  readonly model: () => LLMAdapter | undefined;
}

/** A session and what was said in it. */
interface Said {
  readonly id: string;
  readonly lines: readonly ChatLine[];
}

/** Which sessions are remembered, word for word or by the model. */
export class SessionMemories {
  readonly #parts: SessionMemoriesParts;
  readonly #memories: ChatMemories | undefined;

  constructor(parts: SessionMemoriesParts) {
    this.#parts = parts;
    this.#memories = parts.memory && new ChatMemories(parts.memory);
  }

  extractionOf = (id: string): ExtractionState | undefined => this.#memories?.extractionOf(id);

  /** Remembers what is said, also what was said before, or takes that away again. @throws as `host.memory.open`. */
  async remember({ id, lines }: Said, on: boolean): Promise<void> {
    const { sessions, read } = this.#parts;
    await (on ? this.#memories?.remember(id, lines) : this.#memories?.forget(id));
    await sessions.switchRemembers(id, on);
    await read();
  }

  /** Lets the connected model write a session's memory, or ends that; what it has written stays. */
  async extract(said: Said, on: boolean): Promise<void> {
    const { sessions, read } = this.#parts;
    if (!on) this.#memories?.stopExtraction(said.id);
    await sessions.keepExtracted(said.id, on ? 0 : undefined);
    await read();
    await this.#extract(said);
  }

  /** Something was said in a session. */
  async said(said: Said): Promise<void> {
    if (this.#parts.sessions.remembers(said.id)) await this.#memories?.remember(said.id, said.lines);
    await this.#extract(said);
  }

  /** The model as a session asks it: with what is remembered, where its user wants that. */
  async shown(model: LLMAdapter, { id, lines }: Said, text: string): Promise<LLMAdapter> {
    const { sessions } = this.#parts;
    const wants = sessions.remembers(id) || sessions.extractedUpTo(id) !== undefined;
    return (wants && (await this.#memories?.shown(model, id, lines, text))) || model;
  }

  /** A fork of a session that is remembered is remembered too. */
  async forked(from: string, fork: Said): Promise<void> {
    if (this.#parts.sessions.remembers(from)) await this.remember(fork, true);
  }

  forgetAll(removed: readonly StoredSession[]): void {
    this.#memories?.forgetAll(removed);
  }

  async #extract({ id, lines }: Said): Promise<void> {
    const { sessions, read, changed, model } = this.#parts;
    const from = sessions.extractedUpTo(id);
    if (from === undefined) return;
    let kept = from;
    const keep = ({ upTo, status }: ExtractionState): void => {
      // It was removed: what it costs from now on is for nobody.
      if (!sessions.has(id)) this.#memories?.stopExtraction(id);
      else if (upTo !== kept && status !== 'closed') {
        kept = upTo;
        sessions.keepExtracted(id, upTo).then(read, reportError);
      }
      changed();
    };
    await this.#memories?.extract(id, lines, from, { model, changed: keep });
  }
}
