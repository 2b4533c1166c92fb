import type { LLMAdapter } from '../../../engine/index.js';
import { askText } from '../../../engine/internal.js';
import type { ExtractionState, MemoryExtraction, RememberedMessage } from '../../../index.js';
import type { Context } from '../base/context.js';
import { extractedUpTo, keepExtracted } from './metadata.js';
import type { OpenChat } from './open-chat.js';

interface ExtractingParts {
  readonly context: () => Context;
  /** What SillyTavern is connected to. */
  readonly model: () => Promise<LLMAdapter>;
  readonly changed: () => void;
}

interface Running {
  readonly extraction: Promise<MemoryExtraction>;
  said: readonly RememberedMessage[];
}

/** Lets the connected model write the memory of chats whose user wants that. */
export class Extracting {
  readonly #parts: ExtractingParts;
  readonly #running = new Map<string, Running>();
  readonly #states = new Map<string, ExtractionState>();

  constructor(parts: ExtractingParts) {
    this.#parts = parts;
  }

  /** How far it is in a chat, and what it has cost since the page was opened. */
  of(chat: string): ExtractionState | undefined {
    return this.#states.get(chat);
  }

  /** There may be new messages in the chat that is open. */
  here(chat: OpenChat, said: readonly RememberedMessage[]): void {
    const upTo = extractedUpTo(this.#parts.context());
    if (upTo === undefined) {
      this.stop(chat.id);
      return;
    }
    const known = this.#running.get(chat.id);
    if (known) known.said = said;
    const running = known ?? this.#begin(chat, said, upTo);
    // The answer to the user comes first: a model may do one thing at a time.
    if (said.at(-1)?.is_user === true) return;
    running.extraction.then((extraction) => extraction.notice()).catch(reportError);
  }

  stop(chat: string): void {
    const running = this.#running.get(chat);
    this.#running.delete(chat);
    this.#states.delete(chat);
    running?.extraction.then((extraction) => extraction.close()).catch(reportError);
  }

  close(): void {
    for (const chat of [...this.#running.keys()]) this.stop(chat);
  }

  #begin({ id, graph }: OpenChat, said: readonly RememberedMessage[], from: number): Running {
    const { model, context, changed } = this.#parts;
    const made = graph.extraction({
      from,
      messages: () => running.said,
      ask: async (request) => askText(await model(), request),
    });
    const running: Running = { extraction: made, said };
    this.#running.set(id, running);
    made
      .then((extraction) =>
        extraction.onChange((state) => {
          if (this.#running.get(id) !== running) return;
          this.#states.set(id, state);
          keepExtracted(context(), id, state.upTo);
          changed();
        }),
      )
      .catch(reportError);
    return running;
  }
}
