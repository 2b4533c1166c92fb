import { rejectedMessage } from './approval.js';
import type { Phase, StudioStatus, StudioView, Undoable } from './facade.js';
import { lineOf } from './history-lines.js';
import type { SessionMessage, StudioSession } from './types.js';
import type { StudioParts } from './work.js';

/** What of a session a decision changes; taking it back puts that in its place. */
type Before<Profile> = Pick<
  StudioSession<Profile>,
  'messages' | 'workingProfile' | 'lastSimulation' | 'pendingApproval' | 'revision'
>;

export const beforeOf = <Profile>(session: StudioSession<Profile>): Before<Profile> => {
  const { messages, workingProfile, lastSimulation, pendingApproval, revision } = session;
  return { messages, workingProfile, lastSimulation, pendingApproval, revision };
};

/** The state that a studio shows, and the listeners to its changes. */
export class StudioState<Profile, Settings> {
  session: StudioSession<Profile>;
  autoRound = 0;
  undo: { readonly kind: Undoable; readonly before: Before<Profile> } | undefined;
  deleted: StudioSession<Profile> | undefined;
  #phase: Phase = 'idle';
  #since = 0;
  #status: StudioStatus | null = null;
  #view: StudioView<Profile> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #parts: StudioParts<Profile, Settings>;

  constructor(parts: StudioParts<Profile, Settings>) {
    this.session = parts.session;
    this.#parts = parts;
  }

  get view(): StudioView<Profile> {
    this.#view ??= {
      session: this.session,
      sessions: this.#parts.keeping.lines(this.session),
      ...{ phase: this.#phase, since: this.#since, autoRound: this.autoRound },
      autoApply: isAutoApplied(this.#parts.settings, this.#parts.adapter.id),
      status: this.#status,
      undoable: this.undo?.kind ?? null,
      deleted: this.deleted ? { id: this.deleted.id, summary: lineOf(this.deleted).summary } : null,
    };
    return this.#view;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells everybody that something about it has changed. */
  changed(): void {
    this.#view = undefined;
    for (const listener of [...this.#listeners]) listener();
  }

  close(): void {
    this.#listeners.clear();
  }

  phase(phase: Phase): void {
    this.#phase = phase;
    this.#since = phase === 'idle' ? 0 : this.#parts.now();
    this.changed();
  }

  notify(status: StudioStatus | null): void {
    this.#status = status;
    this.changed();
  }

  open(session: StudioSession<Profile>): void {
    this.session = session;
    this.undo = undefined;
    this.changed();
  }

  /** Keeps the session as it is now. Resolves when it is kept, or cannot be. */
  async keep(): Promise<void> {
    this.session.updatedAt = this.#parts.now();
    await this.#parts.keeping.save(this.session);
    this.changed();
  }

  message(id: string | undefined): SessionMessage<Profile> | undefined {
    return this.session.messages.find((one) => one.id === id);
  }

  append(message: SessionMessage<Profile>): void {
    this.session.messages = [...this.session.messages, message];
    this.changed();
  }

  replace(message: SessionMessage<Profile>): void {
    this.session.messages = this.session.messages.map((one) => (one.id === message.id ? message : one));
    this.changed();
  }

  /** Proposals that wait no more, because the conversation went on without them, count as rejected. */
  settle(describe: (name: string) => string): void {
    const { pendingApproval, messages } = this.session;
    for (const message of messages) {
      const waits = message.toolState === 'pending';
      if (waits && message.id !== pendingApproval?.messageId) this.replace(rejectedMessage(message, describe));
    }
  }
}

const KEY = 'iterAutoApply';

type Kept = { [KEY]?: { [adapter: string]: boolean } };

const keptIn = (settings: unknown): Kept | undefined =>
  typeof settings === 'object' && settings !== null ? (settings as Kept) : undefined;

/** Whether proposals of this adapter are applied without asking. */
export const isAutoApplied = (settings: unknown, adapter: string): boolean =>
  keptIn(settings)?.[KEY]?.[adapter] === true;

/** Keeps that choice with the settings, and nothing of it where it is off. */
export function keepAutoApply(settings: unknown, adapter: string, on: boolean): void {
  const kept = keptIn(settings);
  if (!kept) return;
  const others = { ...kept[KEY] };
  delete others[adapter];
  const now = on ? { ...others, [adapter]: true } : others;
  if (Object.keys(now).length > 0) kept[KEY] = now;
  else delete kept[KEY];
}
