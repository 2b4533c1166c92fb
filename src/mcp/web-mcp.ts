import { tell } from '../primitives/index.js';
import { failureText, type Offer, type OfferedTool, offered, offersReads, type ToolSource } from './source.js';

/** How a registry is offered to the browser's own agent. */
export interface WebMcpOptions {
  /** Which tools are offered. Default: those of mode `read`. What is asked about is asked about as ever. */
  readonly offer?: Offer;
  /** Ends the offer. */
  readonly signal?: AbortSignal;
}

/** What a page offers to the browser's own agent. */
export interface WebMcpOffer extends Disposable {
  /** `absent` where the browser has nothing of the kind; `ended` after `dispose`. */
  readonly state: 'offered' | 'absent' | 'ended';
  /** Names that the browser has taken. */
  readonly tools: readonly string[];
  /** Names that it has not, and why. */
  readonly refused: readonly { readonly name: string; readonly why: string }[];
  /** Called after every change. @returns a function that ends it. */
  onChange(listener: () => void): () => void;
  /** Takes all of them back. */
  dispose(): void;
}

/** The browser's registry: of the document since Chromium 150, of the navigator before. */
interface ModelContext {
  registerTool(tool: object, options: { readonly signal: AbortSignal }): unknown;
  /** Older ones know no signal. */
  unregisterTool?(name: string): void;
}

/** The browser's registry of tools, where it has one. Never throws. */
function modelContext(): ModelContext | undefined {
  const own = (owner: unknown): ModelContext | undefined => {
    try {
      const { modelContext } = Object(owner) as { modelContext?: Partial<ModelContext> };
      return typeof modelContext?.registerTool === 'function' ? (modelContext as ModelContext) : undefined;
    } catch {
      return undefined;
    }
  };
  return own(globalThis.document) ?? own(globalThis.navigator);
}

/** Offers the tools of a registry to the agent of the browser, by WebMCP, where it has that. The offer follows the registry. Never throws. */
export function offerWebMcp(
  host: { readonly tools: ToolSource },
  { offer = offersReads, signal }: WebMcpOptions = {},
): WebMcpOffer {
  return new Offered(host.tools, offer, modelContext(), signal);
}

interface Entry {
  readonly tool: string;
  readonly controller: AbortController;
  /** Why the browser has not taken it; `null` while it has. */
  why: string | null;
}

class Offered implements WebMcpOffer {
  readonly #source: ToolSource;
  readonly #offer: Offer;
  readonly #context: ModelContext | undefined;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #off: (() => void) | undefined;
  #ended: boolean;

  constructor(source: ToolSource, offer: Offer, context: ModelContext | undefined, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#offer = offer;
    this.#context = context;
    this.#ended = signal?.aborted === true;
    if (!context || this.#ended) return;
    this.#off = source.onChange?.(() => this.#follow());
    signal?.addEventListener('abort', () => this.dispose(), { once: true });
    this.#follow();
  }

  get state(): WebMcpOffer['state'] {
    if (!this.#context) return 'absent';
    return this.#ended ? 'ended' : 'offered';
  }

  get tools(): readonly string[] {
    return [...this.#entries].filter(([, { why }]) => why === null).map(([name]) => name);
  }

  get refused(): WebMcpOffer['refused'] {
    return [...this.#entries].flatMap(([name, { why }]) => (why === null ? [] : { name, why }));
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#off?.();
    for (const name of [...this.#entries.keys()]) this.#take(name);
    this.#changed();
    this.#listeners.clear();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #follow(): void {
    const now = new Map(offered(this.#source, this.#offer).map((tool) => [tool.name, tool]));
    for (const [name, entry] of [...this.#entries]) {
      const tool = now.get(name);
      if (tool && JSON.stringify(declared(tool)) === entry.tool) now.delete(name);
      else this.#take(name);
    }
    for (const tool of now.values()) this.#put(tool);
    this.#changed();
  }

  #put(tool: OfferedTool): void {
    const declaration = declared(tool);
    const controller = new AbortController();
    const entry: Entry = { tool: JSON.stringify(declaration), controller, why: null };
    this.#entries.set(tool.name, entry);
    const refuse = (error: unknown) => {
      if (controller.signal.aborted) return;
      entry.why = failureText(error);
      this.#changed();
    };
    // The second argument: newer browsers say by it when their agent has given up.
    const execute = async (input: unknown, call?: { signal?: AbortSignal }) => {
      const signals = [controller.signal, ...(call?.signal ? [call.signal] : [])];
      const args = Object(input) as Record<string, unknown>;
      return (await this.#source.execute(tool.name, args, { signal: AbortSignal.any(signals) })).value ?? null;
    };
    try {
      const done = this.#context?.registerTool({ ...declaration, execute }, { signal: controller.signal });
      if (done instanceof Promise) done.catch(refuse);
    } catch (error) {
      refuse(error);
    }
  }

  #take(name: string): void {
    const entry = this.#entries.get(name);
    this.#entries.delete(name);
    if (entry?.why !== null) return;
    entry.controller.abort(new DOMException('the tool is gone', 'AbortError'));
    try {
      this.#context?.unregisterTool?.(name);
    } catch {
      // It was gone already.
    }
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) tell(listener);
  }
}

const declared = ({ name, displayName, description, parameters, mode }: OfferedTool) => ({
  ...{ name, description: description || displayName || name },
  ...(displayName && { title: displayName }),
  inputSchema: { ...parameters, type: 'object' },
  annotations: { readOnlyHint: mode === 'read' },
});
