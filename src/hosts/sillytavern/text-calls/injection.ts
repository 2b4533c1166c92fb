import type { CallPrompt } from '../../../../worker/protocol/text-calls.js';
import type { Host } from '../../../index.js';
import type { Context } from '../base/context.js';
import { withoutMacros } from '../base/plain-text.js';
import { addToRequest, holds, type PromptMessage, putPrompt, takeOutPrompt } from '../base/prompt.js';
import { askedIn, promptLanguage } from './dialect.js';
import { callsOf } from './mode.js';

const KEY = 'bulkhead_calls';

/** Says the prompt for what is on now. It is written ahead, and anew when that changes. */
export class Injection {
  readonly #host: Host;
  readonly #context: () => Context;
  #asked = '';
  #prompt: Promise<CallPrompt | undefined> = Promise.resolve(undefined);
  /** What the request that is being made must hold. */
  #now: CallPrompt | undefined;

  constructor(host: Host, context: () => Context) {
    this.#host = host;
    this.#context = context;
  }

  /** Has the prompt written, where it is not as things are now. */
  prepare(): void {
    const dialect = askedIn(callsOf(this.#context()).dialect, this.#context());
    const language = promptLanguage(this.#context().getCurrentLocale());
    const on = this.#host.skills.list().filter(({ enabled }) => enabled);
    const offered = on.map(({ name, description, parameters }) => [name, description, parameters]);
    const asked = JSON.stringify([dialect, language, offered]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#prompt = this.#host.skills.prompt({ dialect, language }).then(
      ({ system, reminder, ...rest }) => ({
        ...rest,
        system: withoutMacros(system),
        reminder: withoutMacros(reminder),
      }),
      (error: unknown) => {
        reportError(error);
        if (this.#asked === asked) this.#asked = '';
        return undefined;
      },
    );
  }

  /** Before a request: the list and the rules take their place among the system prompts, and count in the budget. */
  async begin(): Promise<void> {
    this.prepare();
    this.#now = await this.#prompt;
    if (!this.#now || this.#now.system === '') return this.skip();
    putPrompt(this.#context(), KEY, this.#now.system);
  }

  /** The part of the next request that describes the calls; empty if there is none. */
  get sent(): string {
    return this.#now?.system.trim() ?? '';
  }

  /** The request is composed: what is missing of the two layers is added. */
  complete(messages: PromptMessage[]): void {
    const { system = '', reminder = '' } = this.#now ?? {};
    if (system === '') return;
    if (!messages.some(({ content }) => holds(content, system))) addToRequest(messages, system);
    if (reminder === '' || messages.some(({ content }) => holds(content, reminder))) return;
    const last = messages.findLast(({ role }) => role === 'user');
    if (!last) return;
    last.content = Array.isArray(last.content)
      ? [...last.content, { type: 'text', text: reminder }]
      : `${String(last.content ?? '')}\n\n${reminder}`;
  }

  /** Puts no instructions into the current request. */
  skip(): void {
    this.#now = undefined;
    this.end();
  }

  /** Takes it out of what is not composed yet: the next prompt may be somebody else's. */
  end(): void {
    takeOutPrompt(this.#context(), KEY);
  }
}
