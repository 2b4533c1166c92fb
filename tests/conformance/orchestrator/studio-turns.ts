import type { SessionMessage, StudioSession } from '../../../src/studio/base/types.js';
import { type Counted, heldHistory, openScripted, type Said } from '../../fixtures/studio/scripted.js';
import { remade, whole } from '../keys.js';
import { Check, made } from './text.js';
import type { Play } from './types.js';

const one = (facts: { readonly [key: string]: unknown }) => [{ variant: 'page', facts }];

/** A call by its name, or with what it is given. */
type Call = string | { readonly name: string; readonly args?: unknown };

/** What the model says in one answer: its calls, or a text beside them. */
type Answer = readonly Call[] | string | { readonly calls?: readonly Call[]; readonly text?: string };

interface TurnCase {
  readonly calls?: readonly Call[];
  readonly text?: string;
  readonly rounds?: readonly Answer[];
  /** The model says this in every round, and never anything else. */
  readonly everyRound?: Answer;
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

/** More rounds than any turn has. */
const ENOUGH = 40;

const isDelta = (delta: unknown) => delta !== null && delta !== undefined;

const nameOf = (call: Call): string => (typeof call === 'string' ? call : call.name);

function saidIn(answer: Answer): Said {
  if (typeof answer === 'string') return { text: answer };
  const { calls = [], text } = Array.isArray(answer) ? { calls: answer as readonly Call[] } : (answer as TurnCase);
  const called = calls.map((call) =>
    typeof call === 'string' ? call : { name: call.name, args: whole(call.args) ?? {} },
  );
  return { calls: called, ...(text && { text }) };
}

/** What the model says; one that was asked to go on has done in the end, unless it never has. */
function scriptOf(turn: TurnCase, goOn: string, done: string): readonly Said[] {
  if (turn.everyRound !== undefined) return Array<Said>(ENOUGH).fill(saidIn(turn.everyRound));
  const { calls = [], text = '' } = turn;
  const script = turn.rounds === undefined ? [saidIn({ calls, text })] : turn.rounds.map(saidIn);
  const asksAgain = script.at(-1)?.calls?.some((call) => nameOf(call as Call) === goOn);
  return asksAgain ? [...script, { calls: [done] }] : script;
}

export const turns: Play = async ({ given }) => {
  const turn = remade(given, made) as TurnCase;
  const { input = 'go', autoApply, retryMax, then, throwsAt, predictionThrows } = turn;
  const [changed, content] = [whole(turn.changed), whole(turn.content)];
  const controlToolNames = whole(turn.controlToolNames);
  const names = { continue: 'iter_continue', finalize: 'iter_finalize', ...controlToolNames };
  const control: readonly string[] = Object.values(names);
  const throwing = [throwsAt ?? []].flat();
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
        if (predicting && predictionThrows) throw new Error('no prediction');
        if (!predicting) executed.push(name);
        if (!predicting && throwing.includes(executed.length - 1)) throw new Error('no edit');
        session.workingProfile.v += 1;
        const at = executed.length - 1;
        return { changed: changed?.[at] ?? true, ...(content && { content: content[at] }) };
      },
    },
  });
  const first = await studio.send(input);
  const proposed = studio.view.session.messages.at(-1)?.profileDelta;
  const decided = then === 'approve' ? await studio.approve() : then === 'reject' ? await studio.reject() : first;
  if (then !== undefined && then !== 'approve' && then !== 'reject') throw new Error(`unknown: given.then ${then}`);
  const { session, status } = studio.view;
  const answers = session.messages.filter(({ role }) => role === 'assistant');
  const answer = answers[0];
  const all = answer?.toolResults ?? [];
  const order = (answer?.toolCalls ?? []).map(({ name }) => name);
  const pending = session.pendingApproval;
  const delta = isDelta(answer?.profileDelta);
  const facts = {
    // A decision has no outcome of its own: it is in what became of the answer.
    outcome: decided.outcome ?? answer?.toolState,
    result: first,
    profileChanged: session.workingProfile.v !== 0,
    hasPredictedDelta: isDelta(proposed),
    profileDelta: answer?.profileDelta ?? null,
    ...{ hasDelta: delta, hasActualDelta: delta },
    anotherRound: asked.length > 1,
    ...{ llmRounds: asked.length, llmAttempts: asked.length },
    llmRoundsAtMost: new Check(asked.length, (most: number) => asked.length > 0 && asked.length <= most),
    autoRounds: answers.filter(({ auto }) => auto === true).length,
    ...{ pendingApproval: pending, pending: pending !== null, hasPending: pending !== null },
    toolState: answer?.toolState,
    text: answer?.content,
    ...{ execution: order, order },
    editable: order.filter((name) => !control.includes(name)),
    control: order.filter((name) => control.includes(name)),
    executed,
    results: all.map(({ result }) => result),
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

/** A conversation as it is written down, opened in a studio whose model says one thing. */
async function opened(written: RollbackCase, messages: RollbackCase['messages']) {
  const { pendingMessageId } = written;
  const base = whole(written.base) ?? { v: 0 };
  const pending = { assistantText: '', toolCalls: [], executionToolCalls: [], createdAt: 0 };
  const session: StudioSession<Counted> = {
    ...{ id: 's', mode: 'counting', chatKey: '', sourceScope: 'global', sourceAvatar: '', sourceName: '' },
    ...{ revision: 0, createdAt: 0, updatedAt: 0, baseWorkingProfile: base, lastSimulation: null },
    workingProfile: messages.findLast((said) => said.profileSnapshotAfter)?.profileSnapshotAfter ?? base,
    messages: messages.map((said) => ({ ...said, content: said.content ?? said.id })),
    pendingApproval: pendingMessageId === undefined ? null : { ...pending, messageId: pendingMessageId },
  };
  return openScripted([{ text: 'again' }], { more: heldHistory([session]) });
}

/** An answer taken back, or asked for again. */
export const rollbacks: Play = async ({ given }) => {
  const written = remade(given, made) as unknown as RollbackCase;
  const { rollback, refresh } = written;
  const messages = whole(written.messages);
  const { studio, asked } = await opened(written, messages);
  const outcome = rollback === undefined ? await studio.refresh(refresh ?? '') : await studio.rollback(rollback);
  const now = studio.view.session;
  const ids = now.messages.map(({ id }) => id);
  const request = messages.findLast(({ id, role }) => role === 'user' && ids.includes(id));
  const facts = {
    ids,
    keptIds: ids.filter((id) => messages.some((said) => said.id === id)),
    ...{ profile: now.workingProfile, workingProfile: now.workingProfile },
    pendingApproval: now.pendingApproval,
    ...{ refused: outcome.message === 'refused', ok: outcome.ok },
    ...{ llmAttempts: asked.length, llmRounds: asked.length },
    // Whether the model is asked again, how often, or by the words of which request.
    reasks: new Check(asked.length, (wanted: boolean | number | string) =>
      typeof wanted === 'string'
        ? asked.length > 0 && request?.id === wanted
        : typeof wanted === 'number'
          ? asked.length === wanted
          : asked.length > 0 === wanted,
    ),
    ...{ userText: request?.content, askedText: request?.content },
  };
  await studio.close();
  return one(facts);
};
