import type { WithDispose } from '../../worker/protocol/disposable.js';
import { notify } from '../primitives/index.js';
import { declare, failureText, type Offer, type OfferedTool, offered, offersReads, type ToolSource } from './source.js';

/** How a registry is offered to the browser's own agent. */
export interface WebMcpOptions {
  /** Which tools are offered. Default: those of mode `read`. What is asked about is asked about as ever. */
  readonly offer?: Offer;
  readonly signal?: AbortSignal;
}

/** What a page offers to the browser's own agent. */
export interface WebMcpOffer extends WithDispose {
  /** `absent` where the browser has nothing of the kind; `ended` after `dispose`. */
  readonly state: 'offered' | 'absent' | 'ended';
  readonly tools: readonly string[];
  /** Names that it has not, and why. */
  readonly refused: readonly { readonly name: string; readonly why: string }[];
  /** Called after every change. @returns a function that ends it. */
  onChange(listener: () => void): () => void;
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

interface Entry {
  readonly tool: string;
  readonly controller: AbortController;
  /** Why the browser has not taken it; `null` while it has. */
  why: string | null;
}

/**
 * Offers the tools of a registry to the agent of the browser, by WebMCP, where it has that. The offer follows the registry. Never throws.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { offerWebMcp } from 'bulkhead/mcp';
 * const offer = offerWebMcp(createHost(), { offer: ({ mode }) => mode === 'read' });
 */
export function offerWebMcp(
  { tools: source }: { readonly tools: ToolSource },
  { offer: wanted = offersReads, signal }: WebMcpOptions = {},
): WebMcpOffer {
  const context = modelContext();
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let ended = signal?.aborted === true;
  let off: (() => void) | undefined;
  const changed = () => {
    for (const listener of [...listeners]) notify(listener);
  };
  const put = (tool: OfferedTool) => {
    const declaration = declared(tool);
    const controller = new AbortController();
    const entry: Entry = { tool: JSON.stringify(declaration), controller, why: null };
    entries.set(tool.name, entry);
    const refuse = (error: unknown) => {
      if (controller.signal.aborted) return;
      entry.why = failureText(error);
      changed();
    };
    // The second argument: newer browsers say by it when their agent has given up.
    const execute = async (input: unknown, call?: { signal?: AbortSignal }) => {
      const signals = [controller.signal, ...(call?.signal ? [call.signal] : [])];
      const args = Object(input) as Record<string, unknown>;
      return (await source.execute(tool.name, args, { signal: AbortSignal.any(signals) })).value ?? null;
    };
    try {
      const done = context?.registerTool({ ...declaration, execute }, { signal: controller.signal });
      if (done instanceof Promise) done.catch(refuse);
    } catch (error) {
      refuse(error);
    }
  };
  const takeBack = (name: string) => {
    const entry = entries.get(name);
    entries.delete(name);
    if (entry?.why !== null) return;
    entry.controller.abort(new DOMException('the tool is gone', 'AbortError'));
    try {
      context?.unregisterTool?.(name);
    } catch {
      // It was gone already.
    }
  };
  const follow = () => {
    const now = new Map(offered(source, wanted).map((tool) => [tool.name, tool]));
    for (const [name, entry] of [...entries]) {
      const tool = now.get(name);
      if (tool && JSON.stringify(declared(tool)) === entry.tool) now.delete(name);
      else takeBack(name);
    }
    for (const tool of now.values()) put(tool);
    changed();
  };
  const dispose = () => {
    if (ended) return;
    ended = true;
    off?.();
    for (const name of [...entries.keys()]) takeBack(name);
    changed();
    listeners.clear();
  };
  if (context && !ended) {
    off = source.onChange?.(follow);
    signal?.addEventListener('abort', dispose, { once: true });
    follow();
  }
  return {
    get state() {
      if (!context) return 'absent';
      return ended ? 'ended' : 'offered';
    },
    get tools() {
      return [...entries].filter(([, { why }]) => why === null).map(([name]) => name);
    },
    get refused() {
      return [...entries].flatMap(([name, { why }]) => (why === null ? [] : { name, why }));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose,
    [Symbol.dispose]: dispose,
  };
}

const declared = (tool: OfferedTool) => ({
  ...declare(tool),
  description: tool.description || tool.displayName || tool.name,
});
