import { whereabouts } from '../base/chat.js';
import { type Context, fieldsOf, listenTo, type StoredMessage } from '../base/context.js';
import { callsOf } from './mode.js';

/** Of what a generation has written. */
export interface Answer {
  /** Its place in the chat. */
  readonly index: number;
  /** The chat that it is in. */
  readonly chat: string;
  /** Characters at its beginning that were there before. */
  readonly from: number;
  /** Counts what the user has asked for; answers to results belong to what came before them. */
  readonly turn: number;
  /** How many generations had begun. */
  readonly begun: number;
}

/** Is called for the host's generations in a chat where models call by writing, and never outside one. */
export interface GenerationListener {
  /** A request that may call is about to be made. */
  readonly begin: () => Promise<void>;
  /** It is composed: `chat` goes out. */
  readonly composed: (chat: unknown) => void;
  /** The next request, if any, may not call. */
  readonly background: () => void;
  readonly answered: (answer: Answer) => void;
  /** What a generation has written is not to be read. */
  readonly passed: () => void;
}

/** Generations of these types do not speak for the model in the chat. */
const BACKGROUND = ['quiet', 'impersonate'];
/** Messages of these types were not written by a generation. */
const NOT_WRITTEN = ['first_message', 'extension', 'command', 'quiet', 'impersonate'];

interface Generation {
  readonly chat: string | undefined;
  readonly from: number;
  stopped: boolean;
  /** Its prompts are put together: the request follows at once. */
  combined: boolean;
  composed: boolean;
}

/** True for a message that a model has written. */
export const isWritten = (message: StoredMessage | undefined): message is StoredMessage =>
  message !== undefined && !message.is_user && !message.is_system && message.extra?.type !== 'narrator';

/** Separates generations that may call tools from other events of the host. @returns a function that ends it. */
export class Answers {
  readonly #context: () => Context;
  readonly #listener: GenerationListener;
  readonly #off: () => void;
  #generation: Generation | undefined;
  #isBackground = false;
  #turn = 0;
  /** The generation that is about to begin is ours. */
  #goingOn: object | undefined;
  /** How many have begun. */
  begun = 0;

  constructor(context: () => Context, listener: GenerationListener) {
    this.#context = context;
    this.#listener = listener;
    this.#off = listenTo(context(), {
      GENERATION_STARTED: (type, _options, dryRun) => this.#started(type, dryRun),
      GENERATION_STOPPED: () => {
        if (this.#generation) this.#generation.stopped = true;
      },
      GENERATE_AFTER_COMBINE_PROMPTS: (data) => {
        if (this.#generation && !fieldsOf(data).dryRun && !this.#isBackground) this.#generation.combined = true;
      },
      CHAT_COMPLETION_PROMPT_READY: (data) => this.#ready(data),
      MESSAGE_RECEIVED: (index, type) => this.#received(index, type),
      GENERATION_ENDED: () => {
        this.#isBackground = false;
        this.#listener.background();
      },
    });
  }

  /** Asks the model to go on, for the same turn. */
  goOn(): void {
    const going = {};
    this.#goingOn = going;
    const giveUp = keepDraft(this.#context());
    const { generate } = this.#context();
    generate('normal', { automatic_trigger: true })
      .catch((error: unknown) => reportError(error))
      .finally(() => {
        giveUp();
        if (this.#goingOn === going) this.#goingOn = undefined;
      });
  }

  close(): void {
    this.#off();
    this.#listener.background();
  }

  async #started(type: unknown, dryRun: unknown): Promise<void> {
    if (dryRun) return;
    this.#isBackground = BACKGROUND.includes(String(type));
    if (this.#isBackground) return this.#listener.background();
    this.begun += 1;
    if (!this.#goingOn) this.#turn += 1;
    this.#goingOn = undefined;
    const context = this.#context();
    const from = type === 'continue' ? (context.chat.at(-1)?.mes?.length ?? 0) : 0;
    const chat = whereabouts(context)?.chat;
    this.#generation = { chat, from, stopped: false, combined: false, composed: false };
    if (callsOf(context).mode === 'text') await this.#listener.begin();
    else this.#listener.background();
  }

  /** Other extensions ask with prompts of their own, and count tokens, at any moment. */
  #ready(data: unknown): void {
    const { chat, dryRun } = fieldsOf(data);
    const generation = this.#generation;
    if (dryRun) return;
    const wasBackground = this.#isBackground;
    // One of theirs in the middle of ours: ours is still to come.
    this.#isBackground = false;
    if (wasBackground || !generation?.combined || generation.composed) return;
    generation.composed = true;
    if (callsOf(this.#context()).mode === 'text') this.#listener.composed(chat);
  }

  #received(index: unknown, type: unknown): void {
    const generation = this.#generation;
    if (!generation || typeof index !== 'number' || NOT_WRITTEN.includes(String(type))) return;
    this.#generation = undefined;
    const context = this.#context();
    const { chat, from, stopped } = generation;
    const message = context.chat[index];
    const isHere = chat !== undefined && whereabouts(context)?.chat === chat && callsOf(context).mode === 'text';
    if (stopped || !isWritten(message) || !isHere) this.#listener.passed();
    else this.#listener.answered({ index, chat, from, turn: this.#turn, begun: this.begun });
  }
}

/** Keeps what the user is typing when our own generation begins: the host then empties the text box. @returns what gives up. */
function keepDraft(context: Context): () => void {
  const box = document.querySelector<HTMLTextAreaElement>('#send_textarea');
  if (!box) return () => {};
  let draft = box.value;
  const off = listenTo(context, {
    // The last moment before it is emptied.
    GENERATION_AFTER_COMMANDS: (_type, _options, dryRun) => {
      if (!dryRun) draft = box.value;
    },
    GENERATE_AFTER_COMBINE_PROMPTS: (data) => {
      if (fieldsOf(data).dryRun) return;
      off();
      if (draft === '' || box.value.startsWith(draft)) return;
      box.value = draft + box.value;
      // The box grows with its text, and the host keeps the text over a reload.
      box.dispatchEvent(new Event('input', { bubbles: true }));
    },
  });
  return off;
}
