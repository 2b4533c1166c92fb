import { type Context, fieldsOf, listenTo } from '../base/context.js';
import { addToRequest, type PromptMessage, putPrompt, takeOutPrompt } from '../base/prompt.js';

const MEMORY = 'bulkhead_memory';

/** A request that is being made, and what it must hold. */
interface Making {
  readonly text: string;
  /** Its prompts are put together: the request follows at once. */
  combined: boolean;
  composed: boolean;
}

/** Puts a text into the request that is being made and into no other: not into `dryRun` ones, nor into quiet ones of extensions. */
export class MemoryPrompt {
  readonly #context: () => Context;
  readonly #key: string;
  readonly #off: () => void;
  #making: Making | undefined;
  /** A quiet generation has begun in the middle of ours. */
  #isQuiet = false;

  /** `key`: of the host's prompt, one for each kind of text. */
  constructor(context: () => Context, key = MEMORY) {
    this.#context = context;
    this.#key = key;
    this.#off = listenTo(context(), {
      GENERATION_STARTED: (type, _options, dryRun) => {
        if (dryRun) return;
        this.#isQuiet = type === 'quiet';
        if (this.#isQuiet) this.#takeOut();
        else this.skip();
      },
      GENERATE_AFTER_COMBINE_PROMPTS: (data) => {
        if (this.#making && !fieldsOf(data).dryRun && !this.#isQuiet) this.#making.combined = true;
      },
      CHAT_COMPLETION_PROMPT_READY: (data) => this.#ready(data),
      GENERATE_AFTER_DATA: (_data, dryRun) => {
        if (!dryRun) this.#takeOut();
      },
      GENERATION_ENDED: () => {
        if (!this.#isQuiet) this.skip();
        this.#isQuiet = false;
      },
      CHAT_CHANGED: () => this.skip(),
    });
  }

  /** The request that is being made is to hold this. */
  put(text: string): void {
    this.#making = { text, combined: false, composed: false };
    putPrompt(this.#context(), this.#key, text);
  }

  /** Puts no memories into the current request. */
  skip(): void {
    this.#making = undefined;
    this.#takeOut();
  }

  close(): void {
    this.#off();
    this.skip();
  }

  /** The request is composed: where the host had no room for the text, or it was taken out meanwhile, it is added. */
  #ready(data: unknown): void {
    const { chat, dryRun } = fieldsOf(data);
    if (dryRun) return;
    const making = this.#making;
    const wasQuiet = this.#isQuiet;
    this.#isQuiet = false;
    if (wasQuiet || !making?.combined || making.composed || !Array.isArray(chat)) return;
    making.composed = true;
    this.#takeOut();
    const messages = chat as PromptMessage[];
    if (messages.some(({ content }) => typeof content === 'string' && content.includes(making.text))) return;
    addToRequest(messages, making.text);
  }

  #takeOut(): void {
    takeOutPrompt(this.#context(), this.#key);
  }
}
