import type { ForkContextFn, ForkProfile, ForkProfileRegistry, Result } from '../base/types.js';
import { OWN_METADATA } from '../internal-compat.js';
import { resolveSystemPrompt } from '../profiles/profiles.js';
import type { ForkMore, SessionForkOptions } from '../sessions/session.js';
import { messageOf } from '../tools/result.js';
import type { EngineSession } from '../turns/adapt.js';
import type { ForkedChild, HookNotifier } from './hooks.js';

/** Where children have their places. */
export interface SessionTree {
  /** Gives a child its id. @throws where it may have none. */
  createChild(child: {
    readonly parentId: string;
    readonly label: string;
    readonly scope?: string | undefined;
    readonly tags?: readonly string[] | undefined;
    readonly metadata: Readonly<Record<string, unknown>>;
  }): Promise<ForkedChild>;
  /** Takes a place back: the session for it was not made. */
  removeChild?(id: string): Promise<void>;
}

/** Says whether a session may have another child now. */
export interface SplitGuard {
  checkCanSplit(sessionId: string): Promise<{ readonly canSplit: boolean; readonly reason?: string }>;
  /** A child was made. `turnCount`: how many turns its parent has had, with the one that is under way. */
  recordSplit?(sessionId: string, turnCount: number): Promise<void> | void;
}

/** What the embedding program says of a child. */
export interface ForkOptions extends Omit<SessionForkOptions, 'id'> {
  /** Skills that it may read, of those that its parent may. Absent: all of those. */
  readonly skills?: readonly string[] | undefined;
  /** Where in the tree it belongs, and by which words it is found: for `SessionTree.createChild`, as they are. */
  readonly scope?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export interface ForkParts {
  readonly session: EngineSession;
  readonly sessions: SessionTree;
  readonly notifier: HookNotifier;
  readonly profiles: ForkProfileRegistry | undefined;
  readonly guard: SplitGuard | undefined;
  readonly allowedSkills: readonly string[] | undefined;
}

/** Makes a child: its place in the tree, then the session. Where that fails the place is taken back. */
export async function forkSession(parts: ForkParts, options: ForkOptions, more: ForkMore = {}): Promise<ForkedChild> {
  const { session, sessions, notifier, guard, allowedSkills } = parts;
  const { label, skills, scope, tags, metadata: given, ...rest } = options;
  const split = await guard?.checkCanSplit(session.id);
  if (split && !split.canSplit) throw new Error(split.reason ?? 'this session may not be split now');
  if (!session.fork) throw new Error('this session cannot be forked');
  const allowed = narrowed(allowedSkills, skills);
  const metadata = {
    ...given,
    sourceSessionId: session.id,
    ...(allowed && { [OWN_METADATA]: { allowedSkills: allowed } }),
  };
  const child = await sessions.createChild({ parentId: session.id, label, scope, metadata, tags });
  try {
    const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    more.signal?.throwIfAborted();
    await session.fork({ ...(defined as Partial<SessionForkOptions>), id: child.id, label, metadata }, more);
  } catch (error) {
    await notifier.attempt('removeChild', () => sessions.removeChild?.(child.id));
    throw error;
  }
  // The child is there, whatever becomes of the note of it.
  await notifier.attempt('recordSplit', async () =>
    guard?.recordSplit?.(session.id, (await session.turnCount?.()) ?? 0),
  );
  notifier.notify('onSessionFork', { parentId: session.id, child: { id: child.id, label } });
  return child;
}

function narrowed(
  parent: readonly string[] | undefined,
  child: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!parent || !child) return child ?? parent;
  return child.filter((name) => parent.includes(name));
}

/** A profile as later shapes of the reference name its parts. */
type AnyProfile = Omit<ForkProfile, 'context'> & { readonly context?: ForkProfile['context'] | ForkContextFn };

/** Answers a call of the tool that creates a session. Every failure is an answer; nothing is left of a child that was not made. */
export async function createSessionByCall(
  parts: ForkParts,
  args: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    const { label, systemPrompt, prompt, context, profile: name, vars = args.profileVars } = args;
    if (typeof label !== 'string' || label.trim() === '') throw new Error('label must be a text, and not a blank one');
    const profile = typeof name === 'string' && name !== '' ? findProfile(parts.profiles, name) : undefined;
    const { contextFn, context: ofProfile, llm, tools, skills, prompt: opening } = (profile ?? {}) as AnyProfile;
    const wanted = {
      label,
      systemPrompt: resolveSystemPrompt(profile, textOf(systemPrompt), textsOf(vars)),
      context: contextFn ?? ofProfile ?? (context as ForkOptions['context']),
      prompt: opening ?? textOf(prompt),
      ...{ llm, tools, skills },
    };
    const child = await forkSession(parts, wanted, { signal, ...(profile && { profile: String(name) }) });
    return { success: true, data: { sessionId: child.id, label } };
  } catch (error) {
    return { success: false, error: messageOf(error) };
  }
}

function findProfile(profiles: ForkProfileRegistry | undefined, name: string): ForkProfile {
  const profile = profiles?.get(name);
  if (profile) return profile;
  const known = profiles?.listNames() ?? [];
  throw new Error(`Unknown profile: ${name}${known.length > 0 ? `; there are ${known.join(', ')}` : ''}`);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(Object(value) as object).map(([key, text]) => [key, String(text)]));
