import { objectSchema } from '../../../worker/adapters/object-schema.js';
import type { CallToolResult, Tool, ToolAnnotations, ZodType } from '../base/types.js';
import { check, isSchema } from './arguments.js';

/** What a schema makes of what it is given. */
export type Infer<T extends ZodType> = NonNullable<T['~standard']['types']>['output'];

/** Schemas by the names of an object's parts. */
export type Shape = Readonly<Record<string, ZodType>>;

type MayBeLeftOut<S extends Shape> = { [K in keyof S]: undefined extends Infer<S[K]> ? K : never }[keyof S];

/** What a plain shape makes of what it is given: what may be undefined may be left out. */
export type InferShape<S extends Shape> = { [K in Exclude<keyof S, MayBeLeftOut<S>>]: Infer<S[K]> } & {
  [K in MayBeLeftOut<S>]?: Infer<S[K]>;
};

export type ToolExtras = ToolAnnotations | { readonly annotations?: ToolAnnotations };

/** What a tool may answer: what MCP says, or its text alone. */
export type ToolAnswer = CallToolResult | { readonly output: unknown; readonly isError?: boolean };

/**
 * Makes a tool of a function: its arguments are checked, and what the schema does not know is taken out, before the function
 * sees them. Nothing is checked when it is made; a schema that is of no object is refused where the tool is registered.
 * @see `ToolRegistryImpl.register`
 *
 * @example
 * import { tool } from 'bulkhead/engine';
 * import * as z from 'zod';
 * const price = tool('room_price', 'Tells what a room costs a night.', { room: z.string() }, async ({ room }) => ({
 *   output: room === 'attic' ? 12 : 30,
 * }));
 */
export function tool<T extends ZodType>(
  name: string,
  description: string,
  inputSchema: T,
  execute: (input: Infer<T>) => Promise<ToolAnswer>,
  extras?: ToolExtras,
): Tool;
export function tool<S extends Shape>(
  name: string,
  description: string,
  shape: S,
  execute: (input: InferShape<S>) => Promise<ToolAnswer>,
  extras?: ToolExtras,
): Tool;
export function tool(
  name: string,
  description: string,
  given: ZodType | Shape,
  execute: (input: never) => Promise<ToolAnswer>,
  extras?: ToolExtras,
): Tool {
  const inputSchema = isSchema(given) ? given : (objectSchema(given) as unknown as ZodType);
  return {
    name,
    description,
    inputSchema,
    async execute(input) {
      const checked = await check(name, inputSchema, input);
      if (!checked.ok) return { content: [{ type: 'text', text: checked.error }], isError: true };
      return (await execute(checked.value as never)) as CallToolResult;
    },
    annotations: annotationsOf(extras),
  };
}

const annotationsOf = (extras: ToolExtras | undefined): ToolAnnotations | undefined =>
  extras && 'annotations' in extras ? extras.annotations : (extras as ToolAnnotations | undefined);
