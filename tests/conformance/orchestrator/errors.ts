import type { Completion, LLMAdapter } from '../../../src/engine/base/types.js';
import { runDirector } from '../../../src/engine/modes/director.js';
import { runLoop } from '../../../src/engine/modes/loop.js';
import { runAgenda } from '../../../src/engine/modes/run-agenda.js';
import { runTools } from '../../../src/engine/modes/run-tools.js';
import { runSpec } from '../../../src/engine/modes/spec.js';
import type { RunInput } from '../../../src/engine/modes/types.js';
import type { Host } from '../../../src/index.js';
import { keysOf } from '../keys.js';
import { eachKind, specText, throwText } from './dispatching.js';
import type { Play, Seen } from './types.js';

const MODES = ['loop', 'spec', 'agenda', 'director'] as const;
type Mode = (typeof MODES)[number];

const GO = [{ role: 'user', content: 'go' }] as const;
const calling = (name: string, input: Record<string, unknown> = {}): Completion => ({
  content: null,
  toolCalls: [{ id: `id-${name}`, name, input }],
});

/** What the model of each mode says after its call of a tool has been answered, until the run is over. */
const PLAN = { todo_id: 'main', agent: 'w', task_brief: 'do', input_run_ids: [] };
const ENDS: { readonly [mode in Mode]: readonly Completion[] } = {
  loop: [calling('finalize', { capsule_text: 'end' })],
  spec: [calling('luker_orch_final_guidance', { text: 'end' })],
  agenda: [
    calling('luker_orch_submit_result', { text: 'end' }),
    calling('luker_orch_planner_step', { finalize: true }),
    calling('luker_orch_submit_result', { text: 'all' }),
  ],
  director: [calling('write_message', { text: 'end' }), calling('finalize')],
};
/** What it says before it calls the tool. */
const BEGINS: { readonly [mode in Mode]?: readonly Completion[] } = {
  agenda: [calling('luker_orch_planner_step', { dispatches: [PLAN] })],
};

const RUNS: { readonly [mode in Mode]: (input: RunInput) => Promise<{ readonly status: string }> } = {
  loop: runLoop,
  spec: (input) =>
    runSpec({ ...input, stages: [{ mode: 'serial', nodes: [{ id: 'w', type: 'worker', prompt: 'w' }] }] }),
  agenda: (input) =>
    runAgenda({ ...input, agents: [{ name: 'w', prompt: 'w' }], plannerPrompt: 'plan', finalPrompt: 'final' }),
  director: (input) => runDirector({ ...input, commit: async () => {} }),
};

/** A run of this mode in which the model calls one tool; `aborts`: the run is stopped while the tool runs. */
async function played(host: Host, mode: Mode, name: string, aborts: boolean): Promise<Seen['facts']> {
  const stop = new AbortController();
  const rest = [...(BEGINS[mode] ?? []), calling(name), ...ENDS[mode]];
  let answered: string | undefined;
  let goesOn = false;
  const llm: LLMAdapter = {
    async complete(messages) {
      const last = messages.at(-1);
      if (last?.role === 'tool' && last.toolCallId === `id-${name}`) [answered, goesOn] = [last.content, true];
      return rest.shift() ?? { content: 'nothing is left to say' };
    },
  };
  await using run = await host.orchestrator.openRun({ mode, signal: stop.signal });
  const dispatcher: Parameters<typeof runTools<typeof run>>[0] = {
    dispatch: (call, of) => host.orchestrator.dispatch(call, of, { onLog: () => aborts && stop.abort() }),
  };
  const input = { llm, tools: runTools(dispatcher, run), messages: GO, signal: stop.signal, retries: 0 };
  const [settled] = await Promise.allSettled([RUNS[mode](input)]);
  const ownAbort = settled.status === 'rejected' && settled.reason === stop.signal.reason;
  const ended = settled.status === 'fulfilled' ? settled.value.status : 'error';
  return {
    content: answered === undefined ? null : JSON.parse(answered),
    runContinues: goesOn,
    aborted: ownAbort,
    // A director that has committed its message has done what it was for.
    runStatus: ownAbort ? 'aborted' : ended === 'committed' ? 'completed' : ended,
  };
}

/** What a tool threw -> what the model reads, in every mode; only the run's own abort ends it, and leaves no message. */
export const errors: Play = async ({ given }, { host, kinds }) => {
  const modes = ((given.modes as readonly Mode[] | undefined) ?? MODES).map((mode) => {
    if (!MODES.includes(mode)) throw new Error(`unknown: given.modes ${mode}`);
    return mode;
  });
  const seen: Seen[] = [];
  if (given.thrown === undefined) {
    for (const mode of modes) seen.push({ variant: mode, facts: await played(host, mode, String(given.call), false) });
    return seen;
  }
  const aborts = keysOf(given).some((key) => /abort|signal/i.test(key) && Boolean(given[key]));
  const heard = "(ctx.__lukerRun?.abortSignal ?? call.signal).addEventListener('abort', resolve)";
  const waits = aborts ? `await new Promise((resolve) => ${heard});` : '';
  const spec = specText({ exec: `${waits} ${throwText(Object(given.thrown))}` });
  for (const mode of modes) {
    const each = await eachKind(kinds, spec, () => played(host, mode, 'probe', aborts));
    seen.push(...each.map(({ variant, facts }) => ({ variant: `${variant}, ${mode}`, facts })));
  }
  return seen;
};
