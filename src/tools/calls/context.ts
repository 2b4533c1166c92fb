import { BulkheadError } from '../../../worker/protocol/errors.js';
import { utf8Bytes } from '../../../worker/protocol/json.js';
import type { Limits } from '../../../worker/protocol/limits.js';
import type { ToolInfo } from '../../contracts/index.js';
import type { CallContext } from './executions.js';

/** State of the page that tools may read, for example the context object of a chat application. */
export interface ContextProvider {
  /** Returns the live context, for trusted tools of the page. Called for each call. It is used as a prototype and never copied. */
  live?(): object;
  /**
   * Returns plain data of the context for one tool that is not trusted. Of plugins, only those that were granted `chat.read`
   * get it. Values without JSON are left out. `undefined` shows nothing, not even the entry keys of a run. Default: nothing.
   */
  snapshot?(reader: ToolInfo): object | undefined;
}

/** The page's context as tools get it outside a run. */
export class HostContext implements CallContext {
  readonly #provider: ContextProvider;
  readonly #api: () => object;
  readonly #limits: Limits;
  readonly #mayRead: (reader: ToolInfo) => boolean;

  /** `mayRead` returns whether a tool may see anything of the page. */
  constructor(provider: ContextProvider, api: () => object, limits: Limits, mayRead: (reader: ToolInfo) => boolean) {
    this.#provider = provider;
    this.#api = api;
    this.#limits = limits;
    this.#mayRead = mayRead;
  }

  /** An object whose prototype is the live context, with the orchestration API where the host has none of its own. */
  live(): object {
    const live = this.#provider.live?.() ?? {};
    const layer = Object.create(live);
    for (const [name, value] of Object.entries(this.#api())) {
      if (!(name in live)) Object.defineProperty(layer, name, { value, configurable: true, writable: true });
    }
    return layer;
  }

  text(reader: ToolInfo): string {
    const snapshot = this.snapshot(reader);
    return snapshot === undefined ? '' : this.pack({ snapshot });
  }

  /** Returns what the host shows a tool. If the provider fails, that is nothing, and the failure is reported. */
  snapshot(reader: ToolInfo): object | undefined {
    try {
      return this.#mayRead(reader) ? this.#provider.snapshot?.(reader) : undefined;
    } catch (error) {
      reportError(error);
      return undefined;
    }
  }

  /** Returns the context as JSON text. @throws `BAD_ARGS` above `limits.contextBytes`. */
  pack(value: object): string {
    let text = JSON.stringify(value);
    // A chat may contain this key. Copied at the other end, it would become a prototype.
    if (text.includes('"__proto__"')) {
      text = JSON.stringify(value, (key, inner) => (key === '__proto__' ? undefined : inner));
    }
    const { contextBytes } = this.#limits;
    const bytes = text.length * 3 > contextBytes ? utf8Bytes(text) : 0;
    if (bytes <= contextBytes) return text;
    throw new BulkheadError('BAD_ARGS', `context.snapshot: ${bytes} bytes of ${contextBytes}`);
  }
}
