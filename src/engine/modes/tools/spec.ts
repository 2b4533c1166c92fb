import { RUN_FIELD } from '../../internal-compat.js';
export type Args = { readonly [name: string]: unknown };

export interface LoopContext {
  readonly [RUN_FIELD]?: { readonly activatedEntryKeys: Set<string>; readonly abortSignal: AbortSignal };
  readonly __floorStateForNotes?: unknown;
  readonly [field: string]: unknown;
}

/** A built-in of an orchestration, for `host.orchestrator.provideBuiltin`. */
export interface LoopTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
  readonly mode: 'read' | 'write';
  // Methods, so that one counts as a tool of the page, whose ctx says less.
  exec(args: Args, ctx: LoopContext, call?: { readonly signal: AbortSignal }): Promise<object>;
  simulate?(args: Args, ctx: LoopContext, call?: { readonly signal: AbortSignal }): Promise<object>;
}

export const closed = (properties: object, required: readonly string[] = []): object => ({
  ...{ type: 'object', properties, additionalProperties: false },
  ...(required.length > 0 && { required }),
});

export const words = (description: string): object => ({ type: 'string', description });
export const whole = (description: string): object => ({ type: 'integer', description });

/** A text without white space around it; empty for anything else. */
export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The run's own entry keys; a set that nobody reads where there is no run. */
export const activatedOf = (ctx: LoopContext): Set<string> => ctx[RUN_FIELD]?.activatedEntryKeys ?? new Set();

/** An error of a tool. The model gets all three fields. */
export class ToolFailure extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  /** What to do instead, in one sentence. */
  readonly hint: string;

  constructor(message: string, code: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** What a model reads where nothing was thrown and nothing was done. */
export const no = (error: string, code: string, hint = '') => ({ ok: false, error, code, hint });

/** The name of an entry among all books, as `activatedEntryKeys` has it. */
export const keyOf = (book: string, uid: string): string => `${book}.${uid}`;
