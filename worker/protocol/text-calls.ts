import * as z from 'zod/mini';
import type { Contract } from './contract.js';
import { DIALECTS, type DialectChoice, type DialectId } from './dialects.js';

import type { MaterialSource, ReadIn } from './quotations.js';

export { DIALECTS, type DialectChoice, type DialectId };

z.config({ jitless: true });

/** A tool as a model may call it. */
export interface TextTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments; without one, any will do. */
  readonly parameters?: object | undefined;
}

/** Half-open range of characters (UTF-16 units) of everything that was fed. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One place where arguments miss their tool's schema, in words a model can act on. */
export interface ArgumentIssue {
  /** JSON Pointer into the arguments; empty for the arguments themselves. */
  readonly path: string;
  readonly expected: string;
  /** What stands there, cut to a line. */
  readonly got: string;
}

/** One call that a model wrote. */
export interface TextCall extends Span {
  /** Counts the calls of one scan, from 0. */
  readonly id: number;
  readonly dialect: DialectId;
  readonly name: string;
  /** An object, as a rule; what the model wrote in its place otherwise. */
  readonly arguments: unknown;
  /** As the model wrote them. */
  readonly rawArguments: string;
  /** The arguments were no JSON, and were repaired. */
  readonly repaired: boolean;
  /** No marker told it from the text around it: in such a message everything beside the calls is taken for an aside. */
  readonly bare?: true;
  /** The call's own id, where the dialect has one. */
  readonly callId?: string;
  /** False for a name that no tool of this scan has; absent where the scan knows no tools. */
  readonly known?: boolean;
  /** Where they miss the schema; empty when they fit, or nothing is known of it. */
  readonly issues: readonly ArgumentIssue[];
  /** Of a call that the model has taken from something it was shown: where. Such a call is asked about. */
  readonly readIn?: ReadIn;
}

/**
 * Why something that begins like a call is none: it never ends, its arguments are too long, they cannot be read, or the
 * message contradicts itself, or its id does not say which call it is.
 */
export type MalformedReason = 'unfinished' | 'too-long' | 'arguments' | 'conflict' | 'id';

/**
 * What a scan says, in the order of the text. The spans of `text`, `reasoning`, `call` and `malformed` follow each other
 * without a gap. `text` and `reasoning` carry what a reader should see of their span: nothing, where it is a marker.
 */
export type TextCallEvent =
  /** `token`: a control token of the dialect, behind which no call stands; `text` is empty then. */
  | (Span & { readonly type: 'text'; readonly text: string; readonly token?: string })
  | (Span & { readonly type: 'reasoning'; readonly text: string })
  /** A call has begun; `call` or `malformed` with the same id follows. */
  | { readonly type: 'call-start'; readonly id: number; readonly name: string; readonly start: number }
  /** More of its arguments, as they arrive, for show. */
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

/** Everything one message holds. */
export interface ParsedMessage {
  readonly events: readonly TextCallEvent[];
  readonly calls: readonly TextCall[];
  /** What a reader should see: the text without calls, markers and reasoning. */
  readonly visibleText: string;
  /**
   * What of it counts as the answer beside the calls, as the dialect's servers tell it; `null` for nothing. A control token without a
   * call counts; in some dialects nothing behind the first call does.
   */
  readonly content: string | null;
  readonly reasoning: string;
  /** The dialect that was spoken; with `auto`, the first that fitted, or `null`. */
  readonly dialect: DialectId | null;
}

/** How a scan reads. */
export interface ScanOptions {
  readonly dialect: DialectChoice;
  /** What may be called: gives types to dialects without any, and names to those without markers. */
  readonly tools?: readonly TextTool[] | undefined;
  /** The prompt has already opened the model's reasoning. */
  readonly reasoning?: boolean | undefined;
  /** Stops at the first call; what follows is text. */
  readonly first?: boolean | undefined;
  /** Characters of one call's arguments; longer is no call. Default: 65,536. */
  readonly argumentsChars?: number | undefined;
}

/** What tells a model how to call. */
export interface CallPrompt {
  /** For the system message. Empty without tools. */
  readonly system: string;
  /** One line, for near the last user message. Empty without tools. */
  readonly reminder: string;
  /** Tools that the budget left no room for. */
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

/** The text-call worker: reads the calls in models' texts, and writes the texts that tell models how to call. */
export const textCallsContract = {
  /** Begins a scan. */
  open: { input: scanOptions, output: z.custom<{ readonly scan: number }>() },
  /** Reads on. @returns what is certain by now. @throws `BAD_ARGS` for a scan that is over. */
  feed: {
    input: z.object({ scan: z.number(), chunk: z.string() }),
    output: z.custom<readonly TextCallEvent[]>(),
  },
  /** The text is over: the rest of the events. So is the scan. @throws `BAD_ARGS` for one that is over. */
  end: {
    input: z.object({ scan: z.number() }),
    output: z.custom<{ readonly events: readonly TextCallEvent[]; readonly dialect: DialectId | null }>(),
  },
  /** Forgets a scan. */
  drop: { input: z.object({ scan: z.number() }), output: z.custom<null>() },
  /** A whole text at once. */
  parse: { input: z.object({ text: z.string(), options: scanOptions }), output: z.custom<ParsedMessage>() },
  /** Where calls were read before a model wrote them: `null` for one that stands nowhere. */
  quotations: {
    input: z.object({
      calls: z.readonly(z.array(z.object({ name: z.string(), arguments: z.unknown(), text: z.string() }))),
      material: z.readonly(z.array(z.object({ source, text: z.string() }))),
    }),
    output: z.custom<{ readonly found: readonly (ReadIn | null)[] }>(),
  },
  /** Text for a model. */
  prompt: {
    input: z.object({
      dialect,
      tools: z.readonly(z.array(tool)),
      language: z.enum(['en', 'zh-Hans', 'zh-Hant']),
      budgetTokens: z.int().check(z.positive()),
    }),
    output: z.custom<CallPrompt>(),
  },
} as const satisfies Contract;

export type TextCallsContract = typeof textCallsContract;
