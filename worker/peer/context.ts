import { BulkheadError } from '../protocol/errors.js';
import { parseJson } from '../protocol/json.js';

interface ContextText {
  readonly snapshot?: { readonly [name: string]: unknown };
  readonly run?: {
    /** The field of `ctx` that holds the entry keys and the signal. */
    readonly field: string;
    readonly activatedEntryKeys: readonly string[];
    readonly customTools: readonly (readonly [name: string, mode: string])[];
    readonly visibleSkills?: unknown;
    readonly openNotes?: unknown;
  };
}

/**
 * Makes the second argument of a tool: a snapshot of the host's context, the extension API on it, and the `__` fields
 * of a run. `activated` answers the entry keys that the call has added.
 */
export function makeContext(
  text: string,
  signal: AbortSignal,
  api: object,
): { ctx: object; inRun: boolean; activated: () => string[] } {
  const { snapshot, run } = (text === '' ? {} : parseJson(text)) as ContextText;
  if (!run) return { ctx: { ...snapshot, ...api }, inRun: false, activated: () => [] };
  const before = new Set(run.activatedEntryKeys);
  const now = new Set(before);
  const ctx = {
    ...snapshot,
    ...api,
    [run.field]: Object.freeze({ activatedEntryKeys: now, abortSignal: signal }),
    __customToolRegistry: new Map(run.customTools.map(([name, mode]) => [name, { name, mode }])),
    __visibleSkillsForAgent: run.visibleSkills,
    __openNotes: run.openNotes,
    __invokeLoopTool: async () => {
      throw new BulkheadError('CAPABILITY_DENIED', 'not granted: run.invoke');
    },
  };
  return { ctx, inRun: true, activated: () => [...now].filter((key) => !before.has(key)) };
}
