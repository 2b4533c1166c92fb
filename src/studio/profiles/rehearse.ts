import type { ShapedEffectKind } from '../../../worker/protocol/capabilities/index.js';
import type { Effect, Effects } from '../../../worker/protocol/effects.js';
import { TABLE } from '../../../worker/protocol/permission-facts.js';
import type { Message, OrchestratorRuns, TraceEvent } from '../../engine/internal.js';
import {
  type ModeProfiles,
  type ProfileMode,
  problemsOf,
  type RunOutcome,
  RunStore,
  Runs,
  runProfile,
} from '../../engine/internal.js';
import { untilAborted } from '../../primitives/index.js';
import { requestLimits } from '../base/requests.js';
import type { RehearsalReport, StudioContext } from '../base/types.js';
import { checkOf } from '../editors/editor.js';
import { escaped } from '../editors/html.js';
import type { Words } from '../editors/words.js';
import { taskModel } from './task-model.js';

/** What a rehearsal is made of: a whole run that changes nothing. */
export interface Rehearsal {
  /** `host.orchestrator`: its tools, over recording capabilities. */
  readonly orchestrator: OrchestratorRuns;
  /** The messages that agents begin with, the user’s last: those of a chat, or a sample. */
  messages(): Promise<readonly Message[]> | readonly Message[];
  /** More of what a run is opened with: flags, skills. */
  open?(): object;
  /** Milliseconds: 300,000. */
  readonly timeoutMs?: number;
  /** Requests to the model: 80. */
  readonly mostRequests?: number;
}

export interface Rehearsed<M extends ProfileMode> {
  readonly mode: M;
  readonly profile: ModeProfiles[M];
}

export interface RehearsalParts {
  readonly context: StudioContext;
  /** Limits of requests are in them. */
  readonly settings: unknown;
  readonly words: Words;
  readonly signal: AbortSignal;
}

export const problemWords = <M extends ProfileMode>(mode: M, profile: ModeProfiles[M], words: Words): string[] =>
  problemsOf(mode, profile).map(({ what, where }) => words(`problem.${what}`, nameOf(where, words)));

const nameOf = (agent: string, words: Words): string =>
  agent === 'planner' || agent === 'final' ? words(`agent.${agent}`) : agent;

/** Rehearses a profile. Whatever goes wrong is in the answer. @throws the signal’s reason. */
export async function rehearse<M extends ProfileMode>(
  { mode, profile }: Rehearsed<M>,
  rehearsal: Rehearsal,
  { context, settings, words, signal }: RehearsalParts,
): Promise<RehearsalReport> {
  const checked = checkOnly({ mode, profile }, words);
  if (checked.verdict === 'failed') return checked;
  const { timeoutMs = 300_000, mostRequests = 80 } = rehearsal;
  const tooMany = words('rehearsal.requests', mostRequests);
  const llm = taskModel(context, { most: mostRequests, tooMany, ...requestLimits(settings) });
  const late = AbortSignal.timeout(timeoutMs);
  const runs = new Runs({ store: new RunStore(), orchestrator: rehearsal.orchestrator });
  const conversation = await untilAborted((async () => rehearsal.messages())(), signal);
  const began = performance.now();
  const outcome = await runProfile(runs, mode, profile, {
    ...{ llm, messages: [...conversation], review: true, again: true },
    ...{ signal: AbortSignal.any([signal, late]), open: rehearsal.open?.() ?? {} },
  }).catch((error: unknown): Pick<RunOutcome, 'status' | 'capsule' | 'trace' | 'error' | 'effects' | 'result'> => {
    // Another review is active. That is reported, too.
    return { status: 'failed', capsule: null, trace: [], error: error as NonNullable<RunOutcome['error']> };
  });
  signal.throwIfAborted();
  const ms = Math.round(performance.now() - began);
  const { status, capsule = null, trace = [], error, effects, result } = outcome ?? { status: 'failed' as const };
  const text = capsule ?? '';
  const why =
    status === 'cancelled'
      ? words('rehearsal.stopped', Math.round(timeoutMs / 1_000))
      : result?.status === 'budget_exhausted'
        ? words('rehearsal.exhausted')
        : (error?.message ?? '');
  const ended = status === 'completed' && text.trim() !== '' && why === '';
  const failed = trace.flatMap(({ type, name, error: what }) =>
    type === 'tool_error' ? [`${String(name)}: ${String(what)}`] : [],
  );
  const checks = [
    ...checked.checks,
    { ...checkOf(words('check.result'), ended, ended ? words('result.is', short(text)) : why), ms },
    checkOf(words('check.calls'), failed.length === 0, failed.slice(0, 5).join('\n')),
  ];
  const names = [...new Set(failed.map((one) => one.split(':', 1)[0]))].join(', ');
  const summary = ended
    ? failed.length > 0
      ? words('rehearsal.calls', names)
      : words('rehearsal.passed', llm.asked)
    : `${words('rehearsal.failed')}${why === '' ? '' : ` ${why}`}`;
  return {
    ...{ verdict: ended && failed.length === 0 ? 'passed' : 'failed', summary, checks },
    log: trace.flatMap(lineOf).slice(-200),
    effects: effectWords(effects, words),
    forModel: toModel(mode, ended, text, why, trace),
  };
}

/** What can be said of a profile without running it. */
export function checkOnly<M extends ProfileMode>({ mode, profile }: Rehearsed<M>, words: Words): RehearsalReport {
  const problems = problemWords(mode, profile, words);
  const runs = problems.length === 0;
  const check = checkOf(words('check.runs'), runs, problems.join('\n'));
  return {
    verdict: runs ? 'passed' : 'failed',
    summary: words(runs ? 'rehearsal.skipped' : 'rehearsal.broken'),
    ...{ checks: [check], log: [], effects: [] },
    ...(!runs && { forModel: `it cannot be run: ${problems.join('; ')}` }),
  };
}

const MOST = 400;
const short = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text);

function lineOf({ type, agent, name, arguments: args, content, error, text, capsule, ...more }: TraceEvent) {
  const who = agent === undefined ? '' : `${String(agent)}: `;
  const line = (level: string, said: string) => [{ level, text: short(`${who}${said}`) }];
  if (type === 'tool_call') return line('info', `${String(name)} ${JSON.stringify(args) ?? ''}`);
  if (type === 'tool_result') return line('debug', `${String(name)} → ${String(content)}`);
  if (type === 'tool_error') return line('error', `${String(name)} → ${String(error)}`);
  if (type === 'agent_result') return line('info', String(text));
  if (type === 'answer_refused' || type === 'run_failed') return line('warn', String(error));
  if (type === 'review') return line('info', `${String(more.decision)} ${String(more.feedback ?? '')}`);
  if (type === 'dispatch') return line('info', `→ ${String(more.to)}: ${String(more.task_brief)}`);
  return [];
}

/** The same for the model that edits the profile. */
function toModel(mode: ProfileMode, ok: boolean, text: string, why: string, trace: readonly TraceEvent[]): string {
  // What failed on the way is of no use to whoever mends the prompts.
  const chain = trace.filter(({ type }) => type !== 'tool_error').flatMap(lineOf);
  const lines = chain.map((one) => escaped(one.text)).join('\n');
  const end = ok ? `<capsule>${escaped(short(text))}</capsule>` : `<error reason="${escaped(why)}"/>`;
  return `<simulation kind="${mode}" ok="${ok}">\n${end}\n<chain>\n${lines.slice(-8_000)}\n</chain>\n</simulation>`;
}

/** What a rehearsed run would have done, a sentence each. */
function effectWords(effects: unknown, words: Words): readonly string[] {
  const { items } = Object(effects) as Partial<Effects>;
  return (items ?? []).map((effect) => effectLine(effect, words));
}

type Of<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

/** What stands in the sentence about an effect beside its plugin, by each kind that has more than a text. */
const VALUES: { readonly [K in ShapedEffectKind]: (effect: Of<K>) => readonly string[] } = {
  storage: ({ key }) => [key],
  net: ({ method, url }) => [method, url],
  chat: () => [],
  memory: () => [],
};

/** The sentence about one effect. */
export function effectLine(effect: Effect, words: Words, table = TABLE): string {
  const { kind, plugin } = effect;
  if (kind === 'unknown') return words('effect.unknown', plugin, effect.what);
  if (table.textOfEffect(kind)) return words(`effect.${kind}`, plugin, (effect as Of<'notify' | 'clipboard'>).text);
  const removes = kind === 'storage' && effect.after === undefined;
  return words(
    `effect.${kind}${removes ? '.remove' : ''}`,
    plugin,
    ...VALUES[kind as ShapedEffectKind](effect as never),
  );
}
