import type { TextCall, TextTool } from '../../worker/protocol/text-calls.js';
import type { RunOptions, RunOutcome, SkillCall, SkillInfo, SkillLimits } from '../contracts/index.js';
import { overdue } from '../isolation/guests/index.js';
import { awakeTimeout, untilAborted } from '../primitives/index.js';
import { SkillRunner } from './skill-runner.js';

/** A tool of the program that holds the session. */
export interface SessionTool extends TextTool {
  /** Its result must be JSON, text or nothing; the model gets what it throws. */
  execute(args: unknown, options: { readonly signal: AbortSignal }): unknown;
}

/** What a session may call: `host.skills` is one. */
export interface CallableTools {
  list(): readonly (TextTool & { readonly enabled?: boolean })[];
  run(calls: readonly TextCall[], options: RunOptions): Promise<RunOutcome>;
  readonly calls: readonly SkillCall[];
  onChange(listener: () => void): () => void;
}

/** Makes a set of plain functions callable, behind the same queue and breaker as skills. */
export function toolSet(tools: readonly SessionTool[], limits: Partial<SkillLimits> = {}): CallableTools {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const listeners = new Set<() => void>();
  const runner = new SkillRunner({
    find: (name) => toSkill(byName.get(name)),
    known: () => [...byName.keys()],
    execute: async ({ name }, call, { signal, timeoutMs }) => {
      const late = new AbortController();
      const cancel = awakeTimeout(timeoutMs, () => late.abort(overdue(`${name} ran longer than`, timeoutMs)));
      const until = AbortSignal.any([signal, late.signal]);
      try {
        const work = async () => byName.get(name)?.execute(call.arguments, { signal: until });
        return await untilAborted(work(), until);
      } finally {
        cancel();
      }
    },
    count: () => {},
    note: () => {},
    changed: () => {
      for (const listener of [...listeners]) listener();
    },
    limits,
  });
  return {
    list: () => tools,
    run: (calls, options) => runner.run(calls, options),
    get calls() {
      return runner.calls;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const toSkill = (tool: SessionTool | undefined): SkillInfo | undefined =>
  tool && {
    ...{ name: tool.name, tool: tool.name, description: tool.description ?? '', owner: 'page', runs: 'page' },
    ...{ enabled: true, sensitive: false, calls: 0, failures: 0 },
  };
