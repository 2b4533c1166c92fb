import type { ControlToolNames, ExecutionResult } from './adapter.js';
import type { StudioCall, StudioResult, ToolDefinition } from './types.js';

/** What the shell’s own two tools are called, unless an adapter says otherwise. */
export const CONTROL_TOOL_NAMES: ControlToolNames = { continue: 'iter_continue', finalize: 'iter_finalize' };

/** A tool’s declaration for a model. Its schema is closed. */
export const toolDefinition = (
  name: string,
  description: string,
  properties: { readonly [name: string]: unknown },
  required: readonly string[] = [],
): ToolDefinition => ({
  type: 'function',
  function: {
    ...{ name, description },
    parameters: { type: 'object', properties, required, additionalProperties: false },
  },
});

const textField = (description: string) => ({ type: 'string', description });

export const controlTools = (names: ControlToolNames): readonly ToolDefinition[] => [
  toolDefinition(names.continue, 'Asks for another turn, to go on editing.', {
    reason: textField('What is still to be done.'),
  }),
  toolDefinition(names.finalize, 'Says that the work is done.', {
    summary: textField('What was done, in a sentence or two.'),
  }),
];

export interface Split {
  readonly editable: readonly StudioCall[];
  readonly execution: readonly StudioCall[];
}

/** Drops calls of tools that were not offered, and separates those that edit from those that control. */
export function splitCalls(calls: readonly StudioCall[], offered: ReadonlySet<string>, names: ControlToolNames): Split {
  const isControl = ({ name }: StudioCall) => name === names.continue || name === names.finalize;
  const execution = calls.filter((call) => isControl(call) || offered.has(call.name));
  return { editable: execution.filter((call) => !isControl(call)), execution };
}

export function controlResult({ id, name, args }: StudioCall, names: ControlToolNames): StudioResult {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const result =
    name === names.continue
      ? { ok: true, continueRequested: true, note: text(args.reason) }
      : { ok: true, finalized: true, summary: text(args.summary) };
  return { id, name, result };
}

/** Why the model goes on by itself; nothing where it does not ask to, or says that it is done as well. */
export function continueNote(calls: readonly StudioCall[], names: ControlToolNames): string | undefined {
  if (calls.some(({ name }) => name === names.finalize)) return undefined;
  const asked = calls.find(({ name }) => name === names.continue);
  return asked && (typeof asked.args.reason === 'string' ? asked.args.reason : '');
}

export function continuePrompt({ results, controlToolNames, note }: ExecutionResult): string {
  const failed = results.filter(({ result }) => !result.ok).map(({ name }) => name);
  return [
    'Go on with the work you have begun.',
    ...(note === '' ? [] : [`You said what is left: ${note}`]),
    ...(failed.length > 0 ? [`These calls failed, their results say why: ${failed.join(', ')}.`] : []),
    `Call ${controlToolNames.continue} beside your edits if you need another turn after this one, and ${controlToolNames.finalize} when you have done.`,
  ].join('\n');
}
