import { BulkheadError, fromErrorData, specError } from '../protocol/errors.js';
import { parseJson, toArgumentText } from '../protocol/json.js';
import { LIMITS } from '../protocol/limits.js';
import { type BridgeRow, type HostContract, peerContract, type RowSource, type ToolRow } from '../protocol/peer.js';
import { isReserved } from '../protocol/reserved.js';
import { checkSpec } from '../protocol/spec.js';
import type { Usage } from '../protocol/tool.js';
import { connect } from '../rpc/connect.js';
import { serve } from '../rpc/serve.js';
import type { PeerHello } from '../rpc/wire.js';
import { PeerTools } from './service.js';
import type { PeerToolSpec } from './types.js';

export interface ExecuteOnHost {
  /** The host stops the call, and the promise rejects with this signal's own reason. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * A host, as an extension in another realm has it: the names of the orchestrator's API, answering promises. Argument
 * checks throw at once, where the tool is declared.
 */
export interface HostConnection {
  /** @throws at once by checks 1 to 6; rejects with `NAME_TAKEN`, `SCHEMA_INVALID`, `TOO_MANY_TOOLS`. */
  registerOrchestrationTool(spec: PeerToolSpec): Promise<void>;
  unregisterOrchestrationTool(name: string): Promise<void>;
  listExtensionTools(): Promise<readonly ToolRow[]>;
  resolveToolSource(name: string): Promise<RowSource>;
  /** Rejects with `CAPABILITY_DENIED` where the host does not let this extension bridge. */
  listAvailableSillyTavernTools(): Promise<readonly BridgeRow[]>;
  bridgeSillyTavernTool(name: string, options?: { readonly mode?: 'read' | 'write' }): Promise<void>;
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
 */
export function connectToHost(port: MessagePort): HostConnection {
  const { port1: calls, port2: theirs } = new MessageChannel();
  let resolveClosed: (error: BulkheadError) => void = () => {};
  const closed = new Promise<BulkheadError>((resolve) => {
    resolveClosed = resolve;
  });
  const close = (error: BulkheadError, tell: boolean) => {
    host.close(error, tell);
    server.close();
    calls.close();
    resolveClosed(error);
  };

  // The host's messages may fill a credit of their own; ours wait until the host has seen what was sent.
  const host = connect<HostContract>(port, { bears: LIMITS.credits });
  const api = {
    registerOrchestrationTool(spec: PeerToolSpec): Promise<void> {
      const checked = checkSpec(spec, (name) => isReserved(name), specError);
      return register(checked);
    },
    async unregisterOrchestrationTool(name: string): Promise<void> {
      await host.call('unregister', { name: String(name) });
      tools.delete(String(name));
    },
    listExtensionTools: () => host.call('list', {}),
    resolveToolSource: (name: string) => host.call('source', { name: String(name) }),
    listAvailableSillyTavernTools: () => host.call('bridgeable', {}),
    async bridgeSillyTavernTool(name: string, options: { readonly mode?: 'read' | 'write' } = {}): Promise<void> {
      await host.call('bridge', { name: String(name), mode: options.mode === 'read' ? 'read' : 'write' });
    },
  };
  const getExtensionApi = (name: string) => (name === 'orchestrator' ? api : undefined);
  const tools = new PeerTools({ ...api, getExtensionApi }, (event) => server.emit(event));
  const server = serve(peerContract, tools, calls, {
    credits: LIMITS.credits,
    onClose: (reason) => close(fromErrorData(reason), false),
  });
  const register = async (checked: ReturnType<typeof checkSpec>): Promise<void> => {
    const undo = tools.put(checked);
    try {
      await host.call('register', { declaration: JSON.stringify(checked.declaration) });
    } catch (error) {
      undo();
      throw error;
    }
  };
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
