/** Arguments as a model gave them. */
export type Args = { readonly [name: string]: unknown };

/** What is read of a run's ctx. */
export interface LoopContext {
  readonly __lukerRun?: { readonly activatedEntryKeys: Set<string>; readonly abortSignal: AbortSignal };
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

/** An object that has these properties and no others. */
export const closed = (properties: object, required: readonly string[] = []): object => ({
  ...{ type: 'object', properties, additionalProperties: false },
  ...(required.length > 0 && { required }),
});

export const words = (description: string): object => ({ type: 'string', description });
export const whole = (description: string): object => ({ type: 'integer', description });

/** A text without white space around it; empty for anything else. */
export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The run's own entry keys; a set that nobody reads where there is no run. */
export const activatedOf = (ctx: LoopContext): Set<string> => ctx.__lukerRun?.activatedEntryKeys ?? new Set();
