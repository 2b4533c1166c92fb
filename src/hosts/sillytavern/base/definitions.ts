import type { FunctionToolDefinition } from './context.js';

/** A function tool, as its definition describes it to a model. */
export interface DescribedFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
}

/** Reads a definition by the one method that shows its fields; `undefined` where that fails, or shows no name. */
export function describe(definition: FunctionToolDefinition): DescribedFunction | undefined {
  try {
    const { function: given } = Object(definition.toFunctionOpenAI()) as { function?: { [key: string]: unknown } };
    if (typeof given?.name !== 'string') return undefined;
    return {
      name: given.name,
      description: String(given?.description ?? ''),
      parameters: given?.parameters,
    };
  } catch (error) {
    console.info('Bulkhead: a function tool of SillyTavern cannot be read and is left out:', error);
    return undefined;
  }
}
