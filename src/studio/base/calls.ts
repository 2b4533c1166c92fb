import type { ControlToolNames, ExecutionResult } from './adapter.js';
import type { StudioCall, StudioResult, ToolDefinition } from './types.js';

/** What the shell’s own two tools are called, unless an adapter says otherwise. */
export const CONTROL_TOOL_NAMES: ControlToolNames = { continue: 'iter_continue', finalize: 'iter_finalize' };

const control = (name: string, description: string, field: string, meaning: string): ToolDefinition => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: {
      type: 'object',
      properties: { [field]: { type: 'string', description: meaning } },
      required: [],
      additionalProperties: false,
    },
  },
});

/** The two tools by which a model says that it goes on, or has done. */
export const controlTools = (names: ControlToolNames): readonly ToolDefinition[] => [
  control(names.continue, 'Asks for another turn, to go on editing.', 'reason', 'What is still to be done.'),
  control(names.finalize, 'Says that the work is done.', 'summary', 'What was done, in a sentence or two.'),
];

/** The calls of an answer, sorted by kind. */
export interface Split {
  /** Those that edit. */
  readonly editable: readonly StudioCall[];
  /** All that are known, in the model’s order. */
  readonly execution: readonly StudioCall[];
}

/** Drops calls of tools that were not offered, and tells those that edit from those that control. */
export function splitCalls(calls: readonly StudioCall[], offered: ReadonlySet<string>, names: ControlToolNames): Split {
  const isControl = ({ name }: StudioCall) => name === names.continue || name === names.finalize;
  const execution = calls.filter((call) => isControl(call) || offered.has(call.name));
  return { editable: execution.filter((call) => !isControl(call)), execution };
}

/** What the shell answers to a call of its own tools. */
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

/** The message for a model that continues by itself. */
export function continuePrompt({ results, controlToolNames, note }: ExecutionResult): string {
  const failed = results.filter(({ result }) => !result.ok).map(({ name }) => name);
  return [
    'Go on with the work you have begun.',
    ...(note === '' ? [] : [`You said what is left: ${note}`]),
    ...(failed.length > 0 ? [`These calls failed, their results say why: ${failed.join(', ')}.`] : []),
    `Call ${controlToolNames.continue} beside your edits if you need another turn after this one, and ${controlToolNames.finalize} when you have done.`,
  ].join('\n');
}
