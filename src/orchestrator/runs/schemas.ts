import type { ToolInfo } from '../../contracts/index.js';

/** A schema as it is offered to a model. */
export interface ToolSchema {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
}

/** What ends a run of one agent. */
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

/** The schema that a model is offered for a tool. */
export const toSchema = ({ name, description, parameters }: ToolInfo): ToolSchema => ({
  type: 'function',
  function: { name, description, parameters },
});
