import { after } from '../primitives/timers.js';
import { toArgumentText } from '../protocol/argument-text.js';
import { BulkheadError, fromErrorData, specError } from '../protocol/errors.js';
import { parseJson } from '../protocol/json.js';
import { LIMITS } from '../protocol/limits.js';
import { type HostContract, peerContract, type RowSource, type ToolRow } from '../protocol/peer.js';
import { isReserved, isShipped } from '../protocol/reserved.js';
import { checkSpec } from '../protocol/spec.js';
import type { Usage } from '../protocol/tool.js';
import { connect } from '../rpc/connect.js';
import { serve } from '../rpc/serve.js';
import type { PeerHello } from '../rpc/wire.js';
import { type BridgeApi, bridgeApi } from './compat.js';
import { PeerTools } from './service.js';
import type { PeerToolSpec, Port } from './types.js';

/** A host that has said nothing by then is not there. */
const HELLO_MS = 60_000;
/** A host that lives pings every second or so; in a hidden tab, browsers let it once a minute. */
const SILENT_MS = 180_000;

/** How a tool of somebody else is executed. */
export interface ExecuteOnHost {
  /** The host stops the call, and the promise rejects with this signal's own reason. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * A host, as an extension in another realm has it: the names of the orchestrator's API, answering promises. Argument
 * checks throw at once, where the tool is declared.
 */
export interface HostConnection extends BridgeApi {
  /** @throws at once by checks 1 to 6; rejects with `NAME_TAKEN`, `SCHEMA_INVALID`, `TOO_MANY_TOOLS`. */
  registerOrchestrationTool(spec: PeerToolSpec): Promise<void>;
  unregisterOrchestrationTool(name: string): Promise<void>;
  listExtensionTools(): Promise<readonly ToolRow[]>;
  resolveToolSource(name: string): Promise<RowSource>;
  /** `orchestrator` answers the same functions; anything else is `undefined`. */
  getExtensionApi(
    name: string,
  ): Omit<HostConnection, 'getExtensionApi' | 'execute' | 'closed' | 'disconnect'> | undefined;
  /** Executes a tool of somebody else, where the host allows it. */
  execute(
    name: string,
    args?: unknown,
    options?: ExecuteOnHost,
  ): Promise<{ readonly value: unknown; readonly usage: Usage }>;
  /** Resolves, with the reason, when the host cuts the line. To go on, connect anew by another port. */
  readonly closed: Promise<BulkheadError>;
  /** Takes the tools out and closes the ports. */
  disconnect(): void;
}

/**
 * Connects to the host at the other end of `port`, on which the host page calls `host.connect`. The port is the
 * connection's from here on.
 * @throws `BAD_ARGS` when it is none.
 *
 * @example
 * import { connectToHost } from 'bulkhead/extension';
 * addEventListener('message', async ({ ports: [port] }) => {
 *   if (!port) return;
 *   await connectToHost(port).registerOrchestrationTool({
 *     name: 'now', description: 'The time.', mode: 'read', parameters: { type: 'object' }, exec: () => Date.now(),
 *   });
 * });
 */
export function connectToHost(port: Port): HostConnection {
  if (!(port instanceof MessagePort)) throw new BulkheadError('BAD_ARGS', 'connectToHost takes a MessagePort');
  const { port1: calls, port2: theirs } = new MessageChannel();
  let resolveClosed: (error: BulkheadError) => void = () => {};
  const closed = new Promise<BulkheadError>((resolve) => {
    resolveClosed = resolve;
  });
  const close = (error: BulkheadError, notify: boolean) => {
    cancelWatch();
    host.close(error, notify);
    server.close();
    calls.close();
    resolveClosed(error);
  };

  // The host's messages may fill a credit of their own; ours wait until the host has seen what was sent.
  const host = connect<HostContract>(port, {
    bears: LIMITS.credits,
    onClose: (reason) => close(fromErrorData(reason), false),
  });
  let cancelWatch: () => void = () => {};
  const watch = (ms: number) => {
    cancelWatch();
    const silent = new BulkheadError('WORKER_LOST', 'the host does not answer');
    cancelWatch = after(ms, () => close(silent, true));
  };
  const api = {
    registerOrchestrationTool(spec: PeerToolSpec): Promise<void> {
      const checked = checkSpec(spec, (name) => isReserved(name) && !isShipped(name), specError);
      return register(checked);
    },
    async unregisterOrchestrationTool(name: string): Promise<void> {
      // At once, for a registration of the same name may follow before the host has answered.
      const undo = tools.delete(String(name));
      try {
        await host.call('unregister', { name: String(name) });
      } catch (error) {
        undo();
        throw error;
      }
    },
    listExtensionTools: () => host.call('list', {}),
    resolveToolSource: (name: string) => host.call('source', { name: String(name) }),
    ...bridgeApi(host),
  };
  const getExtensionApi = (name: string) => (name === 'orchestrator' ? api : undefined);
  const tools = new PeerTools({ ...api, getExtensionApi }, (event) => server.emit(event));
  const server = serve(peerContract, tools, calls, {
    credits: LIMITS.credits,
    onClose: (reason) => close(fromErrorData(reason), false),
    onPing: () => watch(SILENT_MS),
  });
  const register = async (checked: ReturnType<typeof checkSpec>): Promise<void> => {
    const undo = tools.put(checked);
    try {
      await host.call('register', { declaration: toText(checked.declaration) });
    } catch (error) {
      undo();
      throw error;
    }
  };
  watch(HELLO_MS);
  port.postMessage({ bulkhead: 'hello', version: 1, port: theirs } satisfies PeerHello, [theirs]);

  return {
    ...api,
    getExtensionApi,
    async execute(name, args, { signal, timeoutMs } = {}) {
      signal?.throwIfAborted();
      const input = { name: String(name), args: toArgumentText(args, LIMITS.argumentsBytes) };
      const call = host.call('execute', { ...input, ...(timeoutMs !== undefined && { timeoutMs }) }, signal);
      try {
        const { text, usage } = await call;
        return { value: text === '' ? undefined : parseJson(text), usage };
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      }
    },
    closed,
    disconnect: () => close(new BulkheadError('STOPPED', 'the extension disconnected'), true),
  };
}

function toText(declaration: { readonly name: string }): string {
  try {
    return JSON.stringify(declaration);
  } catch (cause) {
    throw new BulkheadError('SCHEMA_INVALID', `${declaration.name}: parameters must be JSON`, {}, { cause });
  }
}
