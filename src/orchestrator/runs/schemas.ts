import type { ToolInfo } from '../../contracts/index.js';

/** The schema of a tool, in the form that a model is offered. */
export interface ToolSchema {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
}

/** The tool that ends a run of one agent. */
export const FINALIZE: ToolSchema = {
  type: 'function',
  function: {
    name: 'finalize',
    description: 'Ends the run and hands over its result.',
    parameters: {
      type: 'object',
      properties: { capsule_text: { type: 'string', description: 'The result, as text.' } },
      required: ['capsule_text'],
    },
  },
};

/** Returns the schema of a tool for a model. */
export const toSchema = ({ name, description, parameters }: ToolInfo): ToolSchema => ({
  type: 'function',
  function: { name, description, parameters },
});
