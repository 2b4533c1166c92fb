/** What the browser’s own model is to a page: the Prompt API, as far as it is used. @see https://webmachinelearning.github.io/prompt-api */
export interface LanguageModelApi {
  availability(options?: LanguageModelNeeds): Promise<Availability>;
  /** Loads the model first where it is not there yet, for which browsers want a click. */
  create(options?: LanguageModelOptions): Promise<LanguageModelSession>;
}

export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

interface LanguageModelNeeds {
  readonly expectedInputs?: readonly ExpectedText[];
  readonly expectedOutputs?: readonly ExpectedText[];
}

interface ExpectedText {
  readonly type: 'text';
  readonly languages: readonly string[];
}

interface LanguageModelOptions extends LanguageModelNeeds {
  /** A message of the system is the first or none. */
  readonly initialPrompts?: readonly LanguageModelMessage[];
  readonly signal?: AbortSignal;
  /** Hears how much is loaded, from 0 to 1. */
  readonly monitor?: (monitor: EventTarget) => void;
}

export interface LanguageModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

interface PromptOptions {
  readonly signal?: AbortSignal;
  /** A JSON Schema, or an expression, that the answer keeps to. */
  readonly responseConstraint?: object;
}

/** A conversation with it. */
export interface LanguageModelSession {
  prompt(input: readonly LanguageModelMessage[], options?: PromptOptions): Promise<string>;
  promptStreaming(input: readonly LanguageModelMessage[], options?: PromptOptions): ReadableStream<string>;
  measureContextUsage?(input: readonly LanguageModelMessage[]): Promise<number>;
  /** Tokens of all that was said in it. */
  readonly contextUsage?: number;
  destroy(): void;
}

/** The browser’s; nothing where it has none. */
export const languageModel = (): LanguageModelApi | undefined =>
  (globalThis as { readonly LanguageModel?: LanguageModelApi }).LanguageModel;

/** The options about languages that `availability` and `create` share. */
export const inLanguages = (languages: readonly string[] | undefined): LanguageModelNeeds =>
  languages === undefined
    ? {}
    : { expectedInputs: [{ type: 'text', languages }], expectedOutputs: [{ type: 'text', languages }] };
