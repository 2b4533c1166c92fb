import { randomId } from '../../../worker/primitives/random-id.js';
import type { SessionLine } from './facade.js';
import type { StudioSession } from './types.js';

const SUMMARY_CHARS = 72;

export type KeptLine = Omit<SessionLine, 'current'>;

export function newSessionId(): string {
  return `session_${Date.now().toString(36)}_${randomId(1).slice(-4)}`;
}

export function summaryOf(text: string): string {
  const line = text
    .slice(0, 16 * SUMMARY_CHARS)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > SUMMARY_CHARS ? `${characters.slice(0, SUMMARY_CHARS).join('')}...` : line;
}

const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** A session as it is listed; of a stranger’s store it may lack anything. */
export function lineOf(session: StudioSession<unknown>): KeptLine {
  const asked = messagesOf(session).filter((message) => message?.role === 'user');
  return {
    id: session.id,
    summary: summaryOf(String(asked[0]?.content ?? '')),
    updatedAt: numberOf(session.updatedAt),
    createdAt: numberOf(session.createdAt),
    turns: asked.length,
    waits: typeof session.pendingApproval === 'object' && session.pendingApproval !== null,
  };
}

/** Differs as soon as somebody has gone on with a session. */
export function markOf(session: StudioSession<unknown>): string {
  const messages = messagesOf(session);
  const last = messages.at(-1);
  const pending = session.pendingApproval?.messageId;
  return JSON.stringify([session.updatedAt, session.revision, messages.length, last?.id, last?.toolState, pending]);
}

/** A copy of what adapters may change; the rest is shared. `versions`: a profile that is one of the session’s versions is shared, too. */
export function copySession<Profile>(session: StudioSession<Profile>, versions = false): StudioSession<Profile> {
  const copy = { ...session };
  if (session.workingProfile !== undefined && !(versions && isVersion(session)))
    copy.workingProfile = structuredClone(session.workingProfile);
  if (session.lastSimulation !== undefined) copy.lastSimulation = structuredClone(session.lastSimulation);
  if (Array.isArray(session.messages)) copy.messages = [...session.messages];
  return copy;
}

/** Whether the profile is one of the session’s versions, which nobody changes: then it needs no copy. Looks at none that is not parsed yet. */
export function isVersion({ workingProfile, messages, baseWorkingProfile }: StudioSession<unknown>): boolean {
  if (typeof workingProfile !== 'object' || workingProfile === null) return false;
  const isIt = (message: object, field: string) =>
    Object.getOwnPropertyDescriptor(message, field)?.value === workingProfile;
  const list = Array.isArray(messages) ? messages : [];
  return (
    list.some((one) => isIt(Object(one), 'profileSnapshotAfter') || isIt(Object(one), 'profileSnapshotBefore')) ||
    baseWorkingProfile === workingProfile
  );
}

const messagesOf = ({ messages }: StudioSession<unknown>): StudioSession<unknown>['messages'] =>
  Array.isArray(messages) ? messages : [];
