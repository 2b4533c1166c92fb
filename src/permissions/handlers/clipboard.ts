import type { Effect } from '../../../worker/protocol/effects.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Services } from '../../contracts/index.js';
import { checkMethod, type Handler, type Use } from './handler.js';

/** Characters of one text. */
const TEXT_CHARS = 100_000;

type Copied = Extract<Effect, { kind: 'clipboard' }>;
const denied = (why: string) => new BulkheadError('CAPABILITY_DENIED', `clipboard.write: ${why}`);

/** Answers `ctx.clipboard`. */
export const clipboard: Handler =
  ({ call, services }) =>
  async (method, { text }) => {
    checkMethod(method, 'clipboard.write');
    const effect = { kind: 'clipboard', plugin: call.plugin.id, tool: call.tool, text: checkText(text) } as const;
    if (call.simulation) {
      call.simulation.add(effect);
      return undefined;
    }
    const copy = new Copy(services, effect);
    await call.confirm('clipboard.write', wordsOf(effect), copy);
    await copy.done();
    return undefined;
  };

/** One text on its way to the clipboard. It is written in the click that says yes, for browsers ask for one. */
export class Copy implements Use {
  readonly effect: Copied;
  readonly #clipboard: NonNullable<Services['clipboard']>;
  #written: Promise<void> | undefined;

  /** @throws `CAPABILITY_DENIED` where there is no clipboard, `BAD_ARGS` if the value is no text, or too long. */
  constructor({ clipboard = globalThis.navigator?.clipboard }: Services, effect: Copied) {
    checkText(effect.text);
    if (!clipboard) throw denied('this page has no clipboard: open it by https, or on localhost');
    this.effect = effect;
    this.#clipboard = clipboard;
  }

  perform(): void {
    this.#written = (async () => this.#clipboard.writeText(this.effect.text))();
    // `done` reports a failure.
    this.#written.catch(() => {});
  }

  /** Resolves when the text is on the clipboard. @throws `CAPABILITY_DENIED` when the browser refused it. */
  async done(): Promise<void> {
    if (!this.#written) throw denied('nothing was copied');
    try {
      await this.#written;
    } catch (error) {
      throw denied(`the browser refused it: ${String(Object(error).message ?? error).slice(0, 200)}`);
    }
  }
}

/** The name of the action in a question. */
export const wordsOf = ({ text }: Copied): string => `copy ${text.length} characters to the clipboard`;

function checkText(text: unknown): string {
  if (typeof text === 'string' && text.length <= TEXT_CHARS) return text;
  throw new BulkheadError('BAD_ARGS', `clipboard.write: text must be a text of at most ${TEXT_CHARS} characters`);
}
