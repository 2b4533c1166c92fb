/** One end sends this before it closes the port, because not every browser has an event for that. Other programs ignore it. */
export const CLOSED = { jsonrpc: '2.0', method: 'notifications/bulkhead_closed' } as const;

/** True for the other end's last message. */
export const isClosed = (message: unknown): boolean =>
  (Object(message) as { method?: unknown }).method === CLOSED.method;

/** The two ends of MCP on a `MessagePort`, as clients and servers of its libraries take a transport. */
export interface PortTransport {
  onmessage?: (message: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
}

/**
 * Carries MCP over a port: for a client of MCP's own library that talks to `serveMcp`, in whichever realm.
 *
 * @example
 * import { portTransport } from 'bulkhead/mcp';
 * const transport = portTransport(new MessageChannel().port1);
 */
export function portTransport(port: MessagePort): PortTransport {
  let closed = false;
  const end = () => {
    if (closed) return;
    closed = true;
    port.postMessage(CLOSED);
    port.close();
    transport.onclose?.();
  };
  const transport: PortTransport = {
    async start() {
      port.onmessage = ({ data }) => (isClosed(data) ? end() : transport.onmessage?.(data));
      port.onmessageerror = () => transport.onerror?.(new Error('a message that cannot be read'));
      port.addEventListener('close', end);
      port.start();
    },
    async send(message) {
      if (closed) throw new Error('the port is closed');
      port.postMessage(message);
    },
    async close() {
      end();
    },
  };
  return transport;
}
