import type { Adapter } from './adapter.js';
import { newSessionId } from './history.js';
import { soundMessages } from './sound-messages.js';
import type { PendingApproval, Scope, SessionMessage, StudioContext, StudioSession } from './types.js';

export interface Source {
  readonly scope: Scope;
  /** Empty where it is global. */
  readonly avatar: string;
  readonly name: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What the adapter says of the scope, and the character that is open for one of a character. */
export function sourceOf<Profile, Settings>(adapter: Adapter<Profile, Settings>, context: StudioContext): Source {
  const scope = adapter.getDefaultScope(context) === 'character' ? 'character' : 'global';
  if (scope === 'global') return { scope, avatar: '', name: '' };
  const { characters, characterId } = context as {
    characters?: readonly { avatar?: unknown; name?: unknown }[];
    characterId?: unknown;
  };
  const character = characters?.[Number(characterId ?? Number.NaN)];
  return { scope, avatar: text(character?.avatar), name: text(character?.name) };
}

export function chatKeyOf(context: StudioContext): string {
  const { chatId, getCurrentChatId } = context as { chatId?: unknown; getCurrentChatId?: () => unknown };
  try {
    return text(chatId) || text(getCurrentChatId?.());
  } catch {
    return '';
  }
}

/** A session that begins with what the artifact is now. @throws what the adapter throws. */
export function newSession<Profile, Settings>(
  adapter: Adapter<Profile, Settings>,
  context: StudioContext,
  settings: Settings,
  { scope, avatar, name }: Source,
  now: number,
): StudioSession<Profile> {
  const base = adapter.cloneWorkingProfile(adapter.getInitialProfile(context, settings));
  return {
    ...{ id: newSessionId(), mode: adapter.mode, chatKey: chatKeyOf(context) },
    ...{ sourceScope: scope, sourceAvatar: avatar, sourceName: name, revision: 0, createdAt: now, updatedAt: now },
    ...{ workingProfile: adapter.cloneWorkingProfile(base), baseWorkingProfile: base },
    ...{ messages: [], lastSimulation: null, pendingApproval: null },
  };
}

/** Returns a stored session, with defaults for missing parts. @throws what the adapter’s `cloneWorkingProfile` throws. */
export function keptSession<Profile, Settings>(
  adapter: Adapter<Profile, Settings>,
  kept: StudioSession<Profile>,
): StudioSession<Profile> {
  const messages = soundMessages<Profile>(kept.messages);
  const waits = messages.find(({ id, toolState }) => id === kept.pendingApproval?.messageId && toolState === 'pending');
  return {
    ...kept,
    messages,
    workingProfile: adapter.cloneWorkingProfile(kept.workingProfile),
    baseWorkingProfile: kept.baseWorkingProfile ?? kept.workingProfile,
    revision: Number(kept.revision) || 0,
    lastSimulation: kept.lastSimulation ?? null,
    pendingApproval: waits && kept.pendingApproval ? keptPending(adapter, kept.pendingApproval, waits) : null,
  };
}

const fromStore = new WeakSet<PendingApproval>();

/** Returns `true` for a proposal that was read from a store. Its prediction was not made here. */
export const isFromStore = (pending: PendingApproval): boolean => fromStore.has(pending);

function keptPending<Profile, Settings>(
  { controlToolNames: names }: Adapter<Profile, Settings>,
  pending: PendingApproval,
  { toolCalls = [] }: SessionMessage<Profile>,
): PendingApproval {
  const edits = toolCalls.filter(({ name }) => name !== names.continue && name !== names.finalize);
  const found = { ...pending, toolCalls: edits, executionToolCalls: toolCalls };
  fromStore.add(found);
  return found;
}
