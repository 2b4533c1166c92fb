import { BulkheadError } from '../../../../worker/protocol/errors.js';
import { type LLMCompleteOptions, type Message, toWireMessages, toWireTools } from '../../../engine/internal.js';
import { type ConnectionProfile, type Context, type Fields, fieldsOf } from '../base/context.js';
import type { Words } from '../base/words.js';

/** What a request is made with in the place of what is chosen, by the names its user has given. Empty: what is chosen. */
export interface Presets {
  /** A connection profile. */
  readonly profile: string;
  /** A preset of the chat completion sources. */
  readonly preset: string;
}

/** What a preset says of answers. Where they come from, it says as well: that is a profile’s affair. */
const OF_ANSWERS = [
  ...['temperature', 'top_p', 'top_k', 'top_a', 'min_p', 'frequency_penalty', 'presence_penalty', 'repetition_penalty'],
  ...['openai_max_tokens', 'seed', 'reasoning_effort', 'verbosity', 'show_thoughts', 'use_sysprompt'],
];

/** What they are called in a request. */
const IN_REQUEST = [...OF_ANSWERS, 'include_reasoning'];

const pick = (from: unknown, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fieldsOf(from)).filter(([name]) => names.includes(name)));

/** The settings of a preset, as far as they are about answers. @throws `MODEL_FAILED` where there is none of this name. */
export function settingsOf(context: Context, words: Words, name: string): Fields {
  if (name === '') return {};
  const preset = context.getPresetManager?.('openai')?.getCompletionPresetByName?.(name);
  if (!preset) throw new BulkheadError('MODEL_FAILED', words('studio.noPreset', { name }));
  return pick(preset, OF_ANSWERS);
}

/** A connection profile to a chat completion source. @throws `MODEL_FAILED` where there is none of this name. */
export function profileOf(context: Context, words: Words, name: string): ConnectionProfile | undefined {
  if (name === '') return undefined;
  const all = context.ConnectionManagerRequestService?.getSupportedProfiles() ?? [];
  const found = all.find((profile) => profile.name === name && profile.mode === 'cc');
  if (!found) throw new BulkheadError('MODEL_FAILED', words('studio.noProfile', { name }));
  return found;
}

interface RequestOptions {
  readonly tools: NonNullable<LLMCompleteOptions['tools']>;
  readonly stream: boolean;
  readonly replyTokens: number | undefined;
  /** Settings in the place of those that are chosen. */
  readonly settings?: object | undefined;
}

/** A request as the host would make it of its settings, with these messages in the place of the chat's and these tools. */
export async function chatRequest(
  context: Context,
  messages: readonly Message[],
  { tools, stream, replyTokens = 0, settings = {} }: RequestOptions,
): Promise<object> {
  const { ChatCompletionService: service, chatCompletionSettings: chosen } = context;
  const wire = toWireMessages(messages);
  const payload = await service?.presetToGeneratePayload({ ...chosen, ...settings }, {}, { messages: wire });
  const tokens = Number(fieldsOf(payload).max_tokens) || 0;
  return {
    ...payload,
    messages: wire,
    model: context.getChatCompletionModel?.(),
    stream,
    ...(replyTokens > tokens && { max_tokens: replyTokens }),
    ...(tools.length > 0 && { tools: toWireTools(tools), tool_choice: 'auto' }),
  };
}

interface Sending {
  readonly profile: ConnectionProfile | undefined;
  /** A preset was named: it goes before the profile’s own. */
  readonly isPreset: boolean;
  /** Only the text of the answer; of a stream a function that opens it. */
  readonly extract: boolean;
  readonly replyTokens: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request to the source that is chosen, or to the profile’s. */
export async function sendRequest(
  context: Context,
  request: object,
  { profile, isPreset, extract, replyTokens = 0, signal }: Sending,
): Promise<unknown> {
  if (!profile) return context.ChatCompletionService?.processRequest(request, {}, extract, signal);
  const { messages, stream, tools, tool_choice, max_tokens } = request as Fields & {
    readonly messages: readonly object[];
  };
  const own = isPreset ? max_tokens : settingsOf(context, () => '', profile.preset ?? '').openai_max_tokens;
  const options = { stream, signal, extractData: extract, includePreset: !isPreset, includeInstruct: false };
  const payload = { ...(isPreset && pick(request, IN_REQUEST)), ...(tools !== undefined && { tools, tool_choice }) };
  const tokens = Math.max(Number(own) || 0, replyTokens) || undefined;
  return context.ConnectionManagerRequestService?.sendRequest(profile.id, messages, tokens, options, payload);
}
