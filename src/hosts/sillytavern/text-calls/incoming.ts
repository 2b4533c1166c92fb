import type { Material, MaterialSource } from '../../../../worker/protocol/quotations.js';
import { bodyOf } from '../../../text-calls/internal.js';
import { type Context, fieldsOf, listenTo, listOf, type StoredMessage } from '../base/context.js';
import { plainText } from '../base/plain-text.js';
import { NOWHERE, type PromptMessage } from '../base/prompt.js';

/** Our prompts about calling tools, and the user's description of themselves. */
const OWN_PROMPTS = ['bulkhead_calls', 'PERSONA_DESCRIPTION', 'QUIET_PROMPT'];
const SOURCES: { readonly [key: string]: MaterialSource } = {
  bulkhead_memory: { kind: 'memory' },
  '1_memory': { kind: 'memory' },
  bulkhead_modes: { kind: 'guidance' },
  '2_floating_prompt': { kind: 'prompt', name: 'Author’s Note' },
  '3_vectors': { kind: 'prompt', name: 'Vector Storage' },
  '4_vectors_data_bank': { kind: 'file' },
  DEPTH_PROMPT: { kind: 'prompt', name: 'the character' },
};

/** What has come into the chat, and into the request that is being made, beside what its user and the model have said. */
export class Incoming {
  readonly #context: () => Context;
  readonly #off: () => void;
  #lore: readonly Material[] = [];
  #prompts: readonly Material[] = [];
  #request: readonly Material[] = [];

  constructor(context: () => Context) {
    this.#context = context;
    this.#off = listenTo(context(), {
      GENERATION_STARTED: (_type, _options, dryRun) => {
        if (!dryRun) [this.#lore, this.#prompts, this.#request] = [[], [], []];
      },
      WORLD_INFO_ACTIVATED: (entries) => {
        this.#lore = [...this.#lore, ...loreIn(entries)];
      },
      GENERATE_AFTER_COMBINE_PROMPTS: (data) => {
        if (!fieldsOf(data).dryRun) this.#prompts = [...this.#prompts, ...promptsIn(context())];
      },
    });
  }

  /** The request is composed, and nothing of ours is in it yet. */
  composed(messages: readonly PromptMessage[], ours: string): void {
    this.#request = requestIn(messages, this.#context(), ours);
  }

  /** What the model that has written a message was shown since the user's last one, the oldest first. */
  before(index: number): readonly Material[] {
    return [...this.#request, ...this.#lore, ...this.#prompts, ...chatIn(this.#context().chat.slice(0, index))];
  }

  close(): void {
    this.#off();
  }
}

/** A message that the user has written: a tool may write as them. */
const isUsers = ({ is_user, extra }: StoredMessage): boolean => is_user === true && extra?.bulkhead === undefined;

/** A message that a generation has written: the host notes by which API. */
const isModels = ({ is_user, extra }: StoredMessage): boolean =>
  is_user !== true && typeof extra?.api === 'string' && extra.api !== 'manual' && extra.bulkhead === undefined;

/** What others have written since the user has, results of calls among it. */
function chatIn(chat: readonly StoredMessage[]): readonly Material[] {
  return chat.slice(chat.findLastIndex(isUsers) + 1).flatMap((message): readonly Material[] => {
    const { name = '', mes = '', extra = {} } = message;
    const { skill } = fieldsOf(extra.bulkhead);
    if (typeof skill === 'string') return [{ source: toolOf(skill), text: bodyOf(mes) }];
    if (Array.isArray(extra.tool_invocations)) return extra.tool_invocations.map(invoked);
    return isModels(message) || message.is_system
      ? []
      : [{ source: { kind: 'message', name: plainText(name) }, text: mes }];
  });
}

const toolOf = (name: unknown): MaterialSource => ({ kind: 'tool', name: plainText(String(name)) });

function invoked(invocation: unknown): Material {
  const { name, result } = fieldsOf(invocation);
  return { source: toolOf(name), text: typeof result === 'string' ? result : (JSON.stringify(result) ?? '') };
}

const loreIn = (entries: unknown): readonly Material[] =>
  listOf(entries).map((entry) => ({ source: { kind: 'world-info' }, text: String(fieldsOf(entry).content ?? '') }));

/** What extensions have put into the prompt, the memory among it. */
function promptsIn(context: Context): readonly Material[] {
  return Object.entries(context.extensionPrompts ?? {}).flatMap(([key, prompt]): readonly Material[] => {
    const { value, position } = typeof prompt === 'string' ? { value: prompt } : fieldsOf(prompt);
    if (typeof value !== 'string' || position === NOWHERE || OWN_PROMPTS.includes(key)) return [];
    const source = Object.hasOwn(SOURCES, key) ? SOURCES[key] : undefined;
    const text = context.substituteParams?.(value) ?? value;
    return [{ source: source ?? { kind: 'prompt', name: plainText(key) }, text }];
  });
}

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => textOf(Object(part).text)).join('\n') : '';
};

/** What the request holds behind the user's last message, and what was added to that message itself. */
function requestIn(messages: readonly PromptMessage[], { chat }: Context, ours: string): readonly Material[] {
  const said = (chat.findLast(isUsers)?.mes ?? '').trim();
  const last = messages.findLastIndex(({ role, content }) => role === 'user' && textOf(content).includes(said));
  const content = said === '' ? '' : textOf(messages[last]?.content);
  const at = content.indexOf(said);
  const added = `${content.slice(0, at)}\n${content.slice(at + said.length)}`;
  const behind = messages.slice(last + 1).filter(({ role }) => role !== 'assistant');
  const results = chatIn(chat).map(({ text }) => text);
  return [
    { source: { kind: 'file' }, text: added },
    ...behind
      .map(({ content }) => textOf(content).replaceAll(ours, ''))
      // Results have their own names.
      .filter((text) => !results.some((result) => result !== '' && text.includes(result)))
      .map((text): Material => ({ source: { kind: 'prompt', name: 'SillyTavern' }, text })),
  ];
}
