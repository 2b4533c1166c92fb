import { randomId } from '../../../worker/primitives/random-id.js';
import { untilAborted } from '../../primitives/index.js';
import type { Adapter } from './adapter.js';
import { ProposalChanged } from './apply.js';
import { approvePending, decisionKey, rejectedMessage } from './approval.js';
import { wordsOf } from './execute.js';
import type { Comparison, Studio, StudioStatus, StudioView, TurnOutcome } from './facade.js';
import { askedAgain, rolledBack } from './messages.js';
import { keptSession } from './open-session.js';
import { beforeOf, keepAutoApply, StudioState } from './studio-state.js';
import { StudioTurns } from './studio-turns.js';
import type { Decision, ReviewState, SessionMessage } from './types.js';
import type { StudioParts } from './work.js';

const BUSY: TurnOutcome = { ok: false, message: 'busy' };
const REFUSED: TurnOutcome = { ok: false, message: 'refused' };
const DONE: TurnOutcome = { ok: true };

/** A studio as `createStudio` opens it: one thing at a time, each of them whole or not at all. */
export class OpenStudio<Profile, Settings> implements Studio<Profile, Settings> {
  readonly adapter: Adapter<Profile, Settings>;
  readonly settings: Settings;
  readonly popupId: string;
  readonly #parts: StudioParts<Profile, Settings>;
  readonly #state: StudioState<Profile, Settings>;
  readonly #turns: StudioTurns<Profile, Settings>;
  #stop: AbortController | undefined;
  #running: Promise<unknown> = Promise.resolve();
  /** What is under way has only to be kept yet: what comes next waits for that. */
  #settling = false;
  #closed = false;

  constructor(parts: StudioParts<Profile, Settings>) {
    const { adapter, settings, now } = parts;
    this.#parts = parts;
    this.adapter = adapter;
    this.settings = settings;
    this.#state = new StudioState(parts);
    this.#turns = new StudioTurns(parts, this.#state);
    this.popupId = `luker_iter_studio_${adapter.id.replace(/[^\w-]/g, '_')}_${now()}`;
  }

  get view(): StudioView<Profile> {
    return this.#state.view;
  }

  onChange(listener: () => void): () => void {
    return this.#state.onChange(listener);
  }

  notify(status: StudioStatus): void {
    this.#state.notify(status);
  }

  dismissStatus(): void {
    this.#state.notify(null);
  }

  keep(): Promise<void> {
    return this.#state.keep();
  }

  async send(text: string): Promise<TurnOutcome> {
    if (text.trim() === '') return { ok: false, message: 'empty_input' };
    return this.#alone((signal) => {
      const { now } = this.#parts;
      const message = { id: `message_${randomId()}`, role: 'user' as const, content: text, createdAt: now() };
      this.#state.undo = undefined;
      this.#state.append(message);
      void this.#state.keep();
      return this.#turns.play(text, signal);
    });
  }

  stop(): void {
    this.#stop?.abort(new DOMException('the studio was stopped', 'AbortError'));
  }

  approve(): Promise<TurnOutcome> {
    return this.#alone(async (signal) => {
      const { pendingApproval: pending } = this.#state.session;
      const message = this.#state.message(pending?.messageId);
      if (!pending || !message) return REFUSED;
      const before = beforeOf(this.#state.session);
      const { round, differs } = await approvePending(this.#turns.work(signal), pending, message);
      this.#state.undo = { kind: 'approve', before };
      if (differs) this.#state.notify({ kind: 'info', key: 'differs' });
      if (round.note === undefined) this.#settle();
      await this.#state.keep();
      return this.#turns.goOn(round, signal);
    });
  }

  reject(): Promise<TurnOutcome> {
    return this.#briefly(async () => {
      const message = this.#state.message(this.#state.session.pendingApproval?.messageId);
      if (!message) return REFUSED;
      this.#state.undo = { kind: 'reject', before: beforeOf(this.#state.session) };
      this.#state.replace(rejectedMessage(message, (name) => this.adapter.describeTool(name)));
      this.#state.session.pendingApproval = null;
      await this.#state.keep();
      return DONE;
    });
  }

  undo(): Promise<TurnOutcome> {
    return this.#briefly(async () => {
      if (!this.#state.undo) return this.#refuse();
      Object.assign(this.#state.session, this.#state.undo.before);
      this.#state.undo = undefined;
      await this.#state.keep();
      return DONE;
    });
  }

  refresh(messageId: string): Promise<TurnOutcome> {
    return this.#alone(async (signal) => {
      const again = askedAgain(this.#state.session, messageId);
      if (!again) return this.#refuse();
      const before = beforeOf(this.#state.session);
      Object.assign(this.#state.session, {
        ...{ messages: again.messages, workingProfile: again.profile, pendingApproval: null },
      });
      try {
        const outcome = await this.#turns.play(again.request, signal);
        this.#state.undo ??= { kind: 'refresh', before };
        return outcome;
      } catch (error) {
        // The first answer is better than none.
        Object.assign(this.#state.session, before);
        throw error;
      }
    });
  }

  rollback(messageId: string): Promise<TurnOutcome> {
    return this.#briefly(async () => {
      const left = rolledBack(this.#state.session, messageId);
      if (!left) return this.#refuse();
      this.#state.undo = { kind: 'rollback', before: beforeOf(this.#state.session) };
      const { messages, profile } = left;
      Object.assign(this.#state.session, { messages, workingProfile: profile, pendingApproval: null });
      await this.#state.keep();
      return DONE;
    });
  }

  decide(messageId: string, change: string, hunk: string | undefined, decision: Decision | null): void {
    const review = this.#state.message(messageId)?.review ?? { decisions: {}, reviewed: [] };
    const { [decisionKey(change, hunk)]: _, ...others } = review.decisions;
    const decisions = decision === null ? others : { ...others, [decisionKey(change, hunk)]: decision };
    this.review(messageId, { ...review, decisions });
  }

  review(messageId: string, state: ReviewState): void {
    const message = this.#state.message(messageId);
    // While it is executed, it is as it was when that began.
    if (!message || this.#state.view.phase === 'executing') return;
    this.#state.replace({ ...message, review: state });
    void this.#state.keep();
  }

  async comparison({
    profileSnapshotBefore: before,
    profileSnapshotAfter: after,
  }: SessionMessage<Profile>): Promise<Comparison | null> {
    return before === undefined || after === undefined ? null : this.#parts.comparisons.of(before, after);
  }

  async newSession(): Promise<void> {
    await this.#briefly(async () => {
      this.#state.open(this.#parts.fresh());
      await this.#state.keep();
      return DONE;
    });
  }

  async loadSession(id: string): Promise<void> {
    await this.#briefly(async () => {
      const session = await this.#parts.keeping.read(id);
      if (!session) return this.#refuse();
      this.#state.open(keptSession(this.adapter, session));
      return DONE;
    });
  }

  async deleteSession(id: string): Promise<void> {
    await this.#briefly(async () => {
      const { keeping, fresh } = this.#parts;
      const current = this.#state.session.id === id;
      this.#state.deleted = current ? this.#state.session : ((await keeping.read(id)) ?? undefined);
      await keeping.remove(id);
      if (!current) return DONE;
      const [newest] = await keeping.look();
      const next = newest && (await keeping.read(newest.id));
      this.#state.open(next ? keptSession(this.adapter, next) : fresh());
      if (!next) await this.#state.keep();
      return DONE;
    });
  }

  async restoreSession(): Promise<void> {
    await this.#briefly(async () => {
      if (!this.#state.deleted) return this.#refuse();
      this.#state.open(keptSession(this.adapter, this.#state.deleted));
      this.#state.deleted = undefined;
      await this.#state.keep();
      return DONE;
    });
  }

  setAutoApply(on: boolean): void {
    keepAutoApply(this.settings, this.adapter.id, on);
    const { saveSettingsDebounced } = this.#parts.context as { saveSettingsDebounced?: () => void };
    saveSettingsDebounced?.();
    this.#state.changed();
  }

  async act(action: string, root: unknown, popupSelector: string): Promise<void> {
    const outcome = await this.#alone(async (signal) => {
      this.#state.phase('acting');
      const { session } = this.#state;
      // It may change the profile in its place: what messages remember stays as it was.
      session.workingProfile = this.adapter.cloneWorkingProfile(session.workingProfile);
      const { context } = this.#parts;
      const { settings, popupId } = this;
      const given = { session, context, settings, root, popupId, popupSelector, signal };
      await untilAborted((async () => this.adapter.handleAction(action, given))(), signal);
      await this.#state.keep();
      return DONE;
    });
    // The user has pressed a button, so the reason why nothing happens is shown.
    if (outcome === BUSY) this.#state.notify({ kind: 'info', key: 'busy' });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.stop();
    this.#state.close();
    await this.#running;
    await this.#parts.keeping.close();
    this.#parts.comparisons.close();
  }

  #briefly(act: () => Promise<TurnOutcome>): Promise<TurnOutcome> {
    return this.#alone(() => {
      this.#settling = true;
      return act();
    });
  }

  /** From now on it is only kept: nothing would be lost by closing. */
  #settle(): void {
    this.#settling = true;
    this.#state.phase('idle');
  }

  /** Runs one action at a time. A failure is reported and does not close the studio. */
  #alone(act: (signal: AbortSignal) => Promise<TurnOutcome>): Promise<TurnOutcome> {
    if (this.#closed) return Promise.resolve({ ok: false, message: 'closed' });
    if (this.#stop) return this.#settling ? this.#running.then(() => this.#alone(act)) : Promise.resolve(BUSY);
    const stop = new AbortController();
    this.#stop = stop;
    this.#state.notify(null);
    const running = this.#safely(act, stop.signal).finally(() => {
      this.#stop = undefined;
      this.#settling = false;
      this.#state.autoRound = 0;
      this.#state.phase('idle');
    });
    this.#running = running;
    return running;
  }

  async #safely(act: (signal: AbortSignal) => Promise<TurnOutcome>, signal: AbortSignal): Promise<TurnOutcome> {
    try {
      return await act(signal);
    } catch (error) {
      if (signal.aborted) {
        this.#state.notify({ kind: 'info', key: 'stopped' });
        return { ok: false, message: 'stopped' };
      }
      this.#state.notify({
        kind: 'error',
        key: error instanceof ProposalChanged ? 'proposalChanged' : 'failed',
        error,
      });
      return { ok: false, message: wordsOf(error), outcome: 'error' };
    }
  }

  #refuse(): TurnOutcome {
    this.#state.notify({ kind: 'info', key: 'refused' });
    return REFUSED;
  }
}
