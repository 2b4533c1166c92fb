import type { SessionMessage, StudioResult, StudioSession, TaskMessage } from './types.js';

/** What a model reads of a call’s result: the tool’s own words, or all of it as JSON. */
function contentOf({ result }: StudioResult): string {
  const { ok, content, ...more } = result;
  const alone = ok && typeof content === 'string' && Object.keys(more).length === 0;
  return alone ? content : JSON.stringify(result);
}

/** The request of a turn: the system’s words, earlier answers that called tools with what came of it, and the user’s. */
export function requestMessages(
  system: string,
  earlier: readonly SessionMessage[],
  prompt: string,
): readonly TaskMessage[] {
  const turns = earlier.flatMap(({ role, content, toolCalls = [], toolResults = [] }): readonly TaskMessage[] => {
    if (role !== 'assistant' || toolCalls.length === 0 || toolResults.length === 0) return [];
    const called = toolCalls.map(({ id, name, args }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: JSON.stringify(args) },
    }));
    const answered = toolResults.map((one) => ({
      role: 'tool' as const,
      tool_call_id: one.id,
      content: contentOf(one),
    }));
    return [{ role: 'assistant', content, tool_calls: called }, ...answered];
  });
  return [{ role: 'system', content: system }, ...turns, { role: 'user', content: prompt }];
}

export interface Rewritten<Profile> {
  readonly messages: readonly SessionMessage<Profile>[];
  readonly profile: Profile;
}

export const profileAfter = <Profile>(messages: readonly SessionMessage<Profile>[], base: Profile): Profile =>
  messages.findLast((one) => one.toolState === 'completed' && one.profileSnapshotAfter !== undefined)
    ?.profileSnapshotAfter ?? base;

/** Takes an applied answer back, with its request and all that came after. `null` where it is not applied, or changed nothing. */
export function rolledBack<Profile>(
  { messages, baseWorkingProfile }: StudioSession<Profile>,
  id: string,
): Rewritten<Profile> | null {
  const index = messages.findIndex((one) => one.id === id);
  const message = messages[index];
  if (message?.toolState !== 'completed' || !message.profileDelta || message.profileSnapshotAfter === undefined) {
    return null;
  }
  const from = messages[index - 1]?.role === 'user' ? index - 1 : index;
  const left = messages.slice(0, from);
  return { messages: left, profile: profileAfter(left, baseWorkingProfile) };
}

export interface Again<Profile> extends Rewritten<Profile> {
  readonly request: string;
}

/** Cuts a conversation before an answer to a person, or after a request without an answer. `null` for other messages. */
export function askedAgain<Profile>(session: StudioSession<Profile>, id: string): Again<Profile> | null {
  const { messages, baseWorkingProfile, workingProfile } = session;
  const index = messages.findIndex((one) => one.id === id);
  const message = messages[index];
  const open = message?.role === 'user' && index === messages.length - 1;
  const answer = message?.role === 'assistant' && !message.auto;
  const request = open ? message : messages[index - 1];
  if (!(open || answer) || request?.role !== 'user') return null;
  const left = messages.slice(0, open ? index + 1 : index);
  // What a person changed by hand stays where no applied answer goes.
  const applied = messages.slice(left.length).some(({ toolState }) => toolState === 'completed');
  const profile = applied ? profileAfter(left, baseWorkingProfile) : workingProfile;
  return { messages: left, profile, request: request.content };
}
