import * as z from 'zod/mini';
import { type Contract, method } from './contract.js';
import { DIALECTS, type DialectChoice, type DialectId } from './dialects.js';
import type { MaterialSource, ReadIn } from './quotations.js';
import { answer } from './shape.js';

export { DIALECTS, type DialectChoice, type DialectId };

z.config({ jitless: true });

/** A tool as a model may call it. */
export interface TextTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments. Without one, any arguments are accepted. */
  readonly parameters?: object | undefined;
}

/** Half-open range of characters (UTF-16 units) in the whole text of a scan. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One place where arguments do not match their tool's schema, in words a model can act on. */
export interface ArgumentIssue {
  /** JSON Pointer into the arguments; empty for the arguments themselves. */
  readonly path: string;
  readonly expected: string;
  /** The value at that place, cut to one line. */
  readonly got: string;
}

/** One call that a model wrote. */
export interface TextCall extends Span {
  /** Number of the call in its scan, from 0. */
  readonly id: number;
  readonly dialect: DialectId;
  readonly name: string;
  /** The arguments: usually an object, otherwise what the model wrote instead. */
  readonly arguments: unknown;
  /** The arguments as the model wrote them. */
  readonly rawArguments: string;
  /** `true` if the arguments were not valid JSON and have been repaired. */
  readonly repaired: boolean;
  /** `true` if no marker separates the call from the text around it. The other text of such a message is not its answer. */
  readonly bare?: true;
  /** The id that the model gave the call, if the dialect has ids. */
  readonly callId?: string;
  /** `false` if no tool of the scan has this name; absent if the scan was given no tools. */
  readonly known?: boolean;
  /** Places where the arguments do not match the schema; empty if they match, or there is no schema. */
  readonly issues: readonly ArgumentIssue[];
  /** The place where the model had read the call, if it had. Such a call is asked about. */
  readonly readIn?: ReadIn;
}

/**
 * The reason why something that begins like a call is not one: it does not end, its arguments are too long or cannot be read, the
 * message contradicts itself, or its id does not identify a call.
 */
export type MalformedReason = 'unfinished' | 'too-long' | 'arguments' | 'conflict' | 'id';

/**
 * An event of a scan. Events come in the order of the text. The spans of `text`, `reasoning`, `call` and `malformed` follow each
 * other without a gap. `text` and `reasoning` contain what a reader should see of their span, which is nothing for a marker.
 */
export type TextCallEvent =
  /** `token`: the span is a control token of the dialect that no call follows; `text` is empty then. */
  | (Span & { readonly type: 'text'; readonly text: string; readonly token?: string })
  | (Span & { readonly type: 'reasoning'; readonly text: string })
  /** A call has begun; `call` or `malformed` with the same id follows. */
  | { readonly type: 'call-start'; readonly id: number; readonly name: string; readonly start: number }
  /** More of its arguments, as they arrive, for display. */
  | { readonly type: 'call-arguments'; readonly id: number; readonly text: string }
  | ({ readonly type: 'call' } & TextCall)
  | (Span & {
      readonly type: 'malformed';
      readonly id: number;
      readonly name: string;
      readonly reason: MalformedReason;
      /** The text itself: it stays visible. */
      readonly text: string;
    });

/** The contents of one message. */
export interface ParsedMessage {
  readonly events: readonly TextCallEvent[];
  readonly calls: readonly TextCall[];
  /** The text for a reader, without calls, markers and reasoning. */
  readonly visibleText: string;
  /**
   * The answer beside the calls, as the dialect's servers define it; `null` for none. A control token without a call is part of it.
   * In some dialects, nothing after the first call is.
   */
  readonly content: string | null;
  readonly reasoning: string;
  /** The dialect of the message. With `auto`: the first dialect that matched, or `null`. */
  readonly dialect: DialectId | null;
}

/** Options of a scan. */
export interface ScanOptions {
  readonly dialect: DialectChoice;
  /** Tools that may be called. Dialects without types take them from here, dialects without markers the names. */
  readonly tools?: readonly TextTool[] | undefined;
  /** `true` if the prompt has already opened the model's reasoning. */
  readonly reasoning?: boolean | undefined;
  /** If `true`, everything after the first call is text. */
  readonly first?: boolean | undefined;
  /** Greatest number of characters of one call's arguments; a longer call is malformed. Default: 65,536. */
  readonly argumentsChars?: number | undefined;
}

/** Texts that explain to a model how to call tools. */
export interface CallPrompt {
  /** Text for the system message. Empty without tools. */
  readonly system: string;
  /** One line to put near the last user message. Empty without tools. */
  readonly reminder: string;
  /** Tools that did not fit into the budget. */
  readonly omitted: readonly string[];
  /** Estimated tokens of `system`. */
  readonly tokens: number;
}

export type PromptLanguage = 'en' | 'zh-Hans' | 'zh-Hant';

const tool = z.object({
  name: z.string(),
  description: z.optional(z.string()),
  parameters: z.optional(z.custom<object>((value) => typeof value === 'object' && value !== null)),
});
const source = z.custom<MaterialSource>((value) => typeof value === 'object' && value !== null);
const dialect = z.enum(DIALECTS as readonly [DialectId, ...DialectId[]]);
const scanOptions = z.object({
  dialect: z.union([dialect, z.literal('auto')]),
  tools: z.optional(z.readonly(z.array(tool))),
  reasoning: z.optional(z.boolean()),
  first: z.optional(z.boolean()),
  argumentsChars: z.optional(z.int().check(z.positive(), z.maximum(1_048_576))),
});

/** The text-call worker: reads the calls in models' texts, and writes the instructions for calling. */
export const textCallsContract = {
  /** Begins a scan. */
  open: { input: scanOptions, output: answer<{ readonly scan: number }>() },
  /** Reads more text. @returns the events that are certain now. @throws `BAD_ARGS` if the scan is over. */
  feed: method({ scan: z.number(), chunk: z.string() }, answer<readonly TextCallEvent[]>()),
  /** Ends the text and the scan. @returns the remaining events. @throws `BAD_ARGS` if the scan is over. */
  end: method(
    { scan: z.number() },
    answer<{ readonly events: readonly TextCallEvent[]; readonly dialect: DialectId | null }>(),
  ),
  /** Forgets a scan. */
  drop: method({ scan: z.number() }),
  /** Reads a whole text at once. */
  parse: method({ text: z.string(), options: scanOptions }, answer<ParsedMessage>()),
  /** Returns the places where the model had read its calls; `null` for a call that stands nowhere. */
  quotations: method(
    {
      calls: z.readonly(z.array(z.object({ name: z.string(), arguments: z.unknown(), text: z.string() }))),
      material: z.readonly(z.array(z.object({ source, text: z.string() }))),
    },
    answer<{ readonly found: readonly (ReadIn | null)[] }>(),
  ),
  /** Returns texts that explain to a model how to call tools. */
  prompt: method(
    {
      dialect,
      tools: z.readonly(z.array(tool)),
      language: z.enum(['en', 'zh-Hans', 'zh-Hant']),
      budgetTokens: z.int().check(z.positive()),
    },
    answer<CallPrompt>(),
  ),
} as const satisfies Contract;

export type TextCallsContract = typeof textCallsContract;
