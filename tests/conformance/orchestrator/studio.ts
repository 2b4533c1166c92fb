import { defineAdapter } from '../../../src/studio/define-adapter.js';
import type { SessionMessage, StudioContext, StudioSession } from '../../../src/studio/types.js';
import { type Counted, countingFields, heldHistory, openScripted, type Said } from '../../fixtures/studio/scripted.js';
import { made, OneOf } from './text.js';
import type { Play } from './types.js';

const one = (facts: { readonly [key: string]: unknown }, variant = 'page') => [{ variant, facts }];

interface AdapterCase {
  readonly complete?: boolean;
  readonly omit?: readonly string[];
  readonly override?: object;
  /** What is no field of the contract. */
  readonly extra?: object;
}

export const adapters: Play = async ({ given, expect }) => {
  const { complete = true, omit = [], override, extra } = made(given) as AdapterCase;
  const fields: { [field: string]: unknown } = { ...(complete && countingFields()), ...override, ...extra };
  for (const name of omit) delete fields[name];
  try {
    const adapter = defineAdapter<Counted, object>(fields as never);
    const session = {} as StudioSession<Counted>;
    const context = {} as StudioContext;
    const { describeTool, formatDiffPathLabel } = Object(expect.defaults) as {
      readonly [hook: string]: { readonly input: string };
    };
    const ask = (hook: 'describeTool' | 'formatDiffPathLabel', given: { readonly input: string } | undefined) =>
      given && { input: given.input, output: adapter[hook](given.input) };
    const item = { path: 'v', beforeValue: 0, afterValue: 1 };
    const payload = { text: '', missing: false };
    const defaults = {
      controlToolNames: adapter.controlToolNames,
      requestPresetOptions: adapter.getRequestPresetOptions({}),
      globalBaselineProfile: adapter.getGlobalBaselineProfile({}, session),
      runtimeWorldInfo: await adapter.resolveRuntimeWorldInfo(context, {}, session, new AbortController().signal),
      describeTool: ask('describeTool', describeTool),
      formatDiffPathLabel: ask('formatDiffPathLabel', formatDiffPathLabel),
      renderDiffItem: adapter.renderDiffItem({ ...item, beforePayload: payload, afterPayload: payload }),
      popupClassName: adapter.popupClassName,
      handleAction: (await adapter.handleAction('x', {} as never)) ?? null,
      ensureStyles: adapter.ensureStyles('') ?? null,
    };
    const asked = Object.keys(Object(expect.defaults));
    return one({
      throws: false,
      defaults: Object.fromEntries(Object.entries(defaults).filter(([name]) => asked.includes(name))),
      effectiveControlNames: adapter.controlToolNames,
      controlToolNames: adapter.controlToolNames,
    });
  } catch (error) {
    const { message } = error as Error;
    return one({ throws: true, message, messageIncludes: message, messageExcludes: message });
  }
};

/** A call by its name, or with what it is given. */
type Call = string | { readonly name: string; readonly args?: unknown };

/** What the model says in one answer: its calls, or a text beside them. */
type Answer = readonly Call[] | string | { readonly calls?: readonly Call[]; readonly text?: string };

interface TurnCase {
  readonly calls?: readonly Call[];
  readonly text?: string;
  readonly rounds?: readonly Answer[];
  /** The model says the last of it again and again. */
  readonly repeat?: unknown;
  readonly input?: string;
  readonly autoApply?: boolean;
  readonly retryMax?: number;
  readonly changed?: readonly boolean[];
  readonly content?: readonly unknown[];
  readonly throwsAt?: number | readonly number[];
  readonly predictionThrows?: boolean;
  readonly controlToolNames?: { readonly continue?: string; readonly finalize?: string };
  readonly then?: 'approve' | 'reject';
}

const REPEATS = /^(repeat|always|forever|endless)/i;
const ENOUGH = 40;

const isDelta = (delta: unknown) => delta !== null && delta !== undefined;

const nameOf = (call: Call): string => (typeof call === 'string' ? call : call.name);

function saidIn(answer: Answer): Said {
  if (typeof answer === 'string') return { text: answer };
  const { calls = [], text } = 'length' in answer ? { calls: answer } : answer;
  const made = calls.map((call) => (typeof call === 'string' ? call : { args: {}, ...call }));
  return { calls: made, ...(text && { text }) };
}

/** What the model says, and says on: one that was asked to go on has done in the end, unless it never has. */
function scriptOf({ calls = [], text = '', rounds, ...given }: TurnCase, goOn: string, done: string): readonly Said[] {
  const script = (rounds ?? [{ calls, text }]).map(saidIn);
  const last = script.at(-1);
  const repeats = Object.entries(given).some(([key, value]) => REPEATS.test(key) && value);
  if (repeats && last) return [...script, ...Array<Said>(ENOUGH).fill(last)];
  const asksAgain = last?.calls?.some((call) => nameOf(call as Call) === goOn);
  return asksAgain ? [...script, { calls: [done] }] : script;
}

export const turns: Play = async ({ given, expect }) => {
  const turn = made(given) as TurnCase;
  const { input = 'go', autoApply, retryMax, changed, content, then, controlToolNames, ...faults } = turn;
  const names = { continue: 'iter_continue', finalize: 'iter_finalize', ...controlToolNames };
  const control: readonly string[] = Object.values(names);
  const throwsAt = [faults.throwsAt ?? []].flat();
  const executed: string[] = [];
  const { studio, asked } = await openScripted(scriptOf(turn, names.continue, names.finalize), {
    settings: {
      ...(autoApply && { iterAutoApply: { counting: true } }),
      ...(retryMax !== undefined && { toolCallRetryMax: retryMax }),
    },
    more: {
      ...(controlToolNames && { controlToolNames }),
      executeEditableToolCall(_context, session, { name }) {
        const predicting = studio.view.phase === 'predicting';
        if (predicting && faults.predictionThrows) throw new Error('no prediction');
        if (!predicting) executed.push(name);
        if (!predicting && throwsAt.includes(executed.length - 1)) throw new Error('no edit');
        session.workingProfile.v += 1;
        const at = executed.length - 1;
        return { changed: changed?.[at] ?? true, ...(content && { content: content[at] }) };
      },
    },
  });
  const first = await studio.send(input);
  const proposed = studio.view.session.messages.at(-1)?.profileDelta;
  const second = then === 'approve' ? await studio.approve() : then === 'reject' ? await studio.reject() : first;
  const { session, status } = studio.view;
  const answers = session.messages.filter(({ role }) => role === 'assistant');
  const answer = answers[0];
  const called = answer?.toolCalls ?? [];
  const all = answer?.toolResults ?? [];
  const edits = all.filter(({ name }) => !control.includes(name));
  const ofAll = Array.isArray(expect.results) && expect.results.length === all.length;
  const order = called.map(({ name }) => name);
  const pending = session.pendingApproval;
  const delta = isDelta(answer?.profileDelta);
  const facts = {
    outcome: then === undefined ? first.outcome : new OneOf(first.outcome, second.outcome, answer?.toolState),
    result: first,
    profileChanged: session.workingProfile.v !== 0,
    hasPredictedDelta: isDelta(proposed),
    profileDelta: then === 'reject' ? new OneOf(proposed, null) : (answer?.profileDelta ?? proposed),
    ...{ hasDelta: delta, hasActualDelta: delta },
    anotherRound: asked.length > 1,
    ...{ llmRounds: asked.length, llmAttempts: asked.length },
    autoRounds: answers.filter(({ auto }) => auto === true).length,
    ...{ pendingApproval: pending, pending: pending !== null, hasPending: pending !== null },
    toolState: answer?.toolState,
    text: answer?.content,
    ...{ execution: order, order },
    editable: order.filter((name) => !control.includes(name)),
    control: order.filter((name) => control.includes(name)),
    executed: new OneOf(executed, order),
    results: (ofAll ? all : edits).map(({ result }) => result),
    controlResults: all.filter(({ name }) => control.includes(name)).map(({ result }) => result),
    ...{ revisionDelta: session.revision, revision: session.revision },
    ...{ userMessages: session.messages.length - answers.length, assistantMessages: answers.length },
    messages: session.messages.length,
    status: status?.key ?? null,
  };
  await studio.close();
  return one(facts);
};

interface RollbackCase {
  readonly base?: Counted;
  readonly messages: readonly SessionMessage<Counted>[];
  readonly rollback?: string;
  readonly refresh?: string;
  readonly pendingMessageId?: string;
}

export const rollbacks: Play = async ({ given }) => {
  const { base = { v: 0 }, messages, rollback, refresh, pendingMessageId } = made(given) as RollbackCase;
  const pending = { assistantText: '', toolCalls: [], executionToolCalls: [], createdAt: 0 };
  const session: StudioSession<Counted> = {
    ...{ id: 's', mode: 'counting', chatKey: '', sourceScope: 'global', sourceAvatar: '', sourceName: '' },
    ...{ revision: 0, createdAt: 0, updatedAt: 0, baseWorkingProfile: base, lastSimulation: null },
    workingProfile: messages.findLast((said) => said.profileSnapshotAfter)?.profileSnapshotAfter ?? base,
    messages: messages.map((said) => ({ ...said, content: said.content ?? said.id })),
    pendingApproval: pendingMessageId === undefined ? null : { ...pending, messageId: pendingMessageId },
  };
  const { studio, asked } = await openScripted([{ text: 'again' }], { more: heldHistory([session]) });
  const outcome = rollback === undefined ? await studio.refresh(refresh ?? '') : await studio.rollback(rollback);
  const now = studio.view.session;
  const ids = now.messages.map(({ id }) => id);
  const there = new Set(messages.map(({ id }) => id));
  const request = messages.findLast(({ id, role }) => role === 'user' && ids.includes(id));
  const facts = {
    // With the new answer, or as the conversation was cut for it.
    ids: new OneOf(
      ids,
      ids.filter((id) => there.has(id)),
    ),
    ...{ profile: now.workingProfile, workingProfile: now.workingProfile },
    pendingApproval: now.pendingApproval,
    ...{ refused: outcome.message === 'refused', ok: outcome.ok },
    ...{ llmAttempts: asked.length, llmRounds: asked.length },
    ...{ asksAgain: asked.length > 0, resent: asked.length > 0, requested: asked.length > 0 },
    ...{ userText: request?.content, askedText: request?.content },
  };
  await studio.close();
  return one(facts);
};
