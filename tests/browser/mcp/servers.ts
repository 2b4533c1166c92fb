import type { Ask, Host, Scope } from '../../../src/index.js';
import { connectMcp, type McpConnection, type McpOptions } from '../../../src/mcp/index.js';

interface Servers {
  /** Address of MCP's reference server. */
  readonly reference: string;
  /** Of the server that answers as it is told. */
  readonly scripted: string;
}

const ask = async (path: string): Promise<Servers> => (await fetch(path)).json();

/** MCP's reference server, as a process beside the tests. */
export const reference = {
  start: async () => (await ask('/mcp-servers')).reference,
  stop: async () => (await ask('/mcp-servers/stop')).reference,
};

/** One request as a scripted server saw it. */
export interface Seen {
  readonly http: string;
  readonly session?: string;
  readonly key?: string;
  readonly method?: string;
  readonly id?: number;
  readonly params?: Record<string, unknown>;
}

let servers = 0;

/** A server of a test’s own, over real HTTP, that does what a script says. */
export async function scripted(script: object) {
  const { scripted: at } = await ask('/mcp-servers');
  servers += 1;
  const name = `s${servers}`;
  const post = async (path: string, body: string) =>
    (await fetch(`${at}/${path}/${name}`, { method: 'POST', body })).json();
  await post('script', JSON.stringify(script));
  return {
    url: `${at}/mcp/${name}`,
    seen: async (): Promise<{ seen: readonly Seen[]; streams: number }> => post('seen', ''),
    methods: async (): Promise<readonly string[]> => {
      const { seen } = (await post('seen', '')) as { seen: readonly Seen[] };
      return seen.map(({ http, method }) => method ?? http);
    },
    change: (change: object) => post('change', JSON.stringify(change)),
    /** Sends messages over its open streams. */
    say: (...messages: readonly object[]) =>
      post('say', messages.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')),
  };
}

/** A tool as a server declares it. */
export const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });

export const CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

/** Connects for a test, which ends it. */
export const connect = (host: Host, url: string, more: Partial<McpOptions> = {}): Promise<McpConnection> =>
  connectMcp(host, { name: 'far', url, ...more });

/** Says the same to every question, and keeps what was asked. */
export function answering(host: Host, scope: Scope | null = { kind: 'call' }): readonly Ask[] {
  const seen: Ask[] = [];
  host.asks.onChange(() => {
    for (const one of host.asks.list()) {
      if (seen.some(({ id }) => id === one.id)) continue;
      seen.push(one);
      queueMicrotask(() => host.asks.answer(one.id, scope));
    }
  });
  return seen;
}

/** Resolves when a connection is as it should be. */
export function until(connection: McpConnection, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return;
      off();
      resolve();
    };
    const off = connection.onChange(look);
    look();
  });
}
