import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A plugin as it is served now. */
export interface ServedPlugin {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The path to install from. */
  readonly entry: string;
  /** Differs from that of any other content. */
  readonly sha256: string;
}

/** A server of one plugin, for pages on this machine. */
export interface DevServer extends AsyncDisposable {
  /** The address to install from. */
  readonly install: string;
  /** The stream of changes. */
  readonly events: string;
  /** Serves another content, and sends `plugin` to all that listen. */
  change(plugin: ServedPlugin): void;
  /** Sends `fault` to all that listen: what is served stays. */
  fault(message: string): void;
}

const TYPES: { readonly [ending: string]: string } = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** Any page may read it: that is what it is for. Pages of the web ask before they read from this machine. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-private-network': 'true',
  'cache-control': 'no-store',
};

/** Only names of this machine: a name of somebody else's may lead here too. */
const isLocal = ({ headers }: IncomingMessage): boolean => /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '');

/** Listens on 127.0.0.1. A port that is taken is replaced by a free one. */
async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void, port: number) {
  const server = createServer(handle);
  const on = (wanted: number) =>
    new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(wanted, '127.0.0.1', () => done());
    });
  await on(port).catch(() => on(0));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Serves a plugin on 127.0.0.1, and says at `/events` when it has changed. @throws what the system throws. */
export async function serveDev(first: ServedPlugin, wanted: number): Promise<DevServer> {
  let plugin = first;
  let version = 1;
  const listeners = new Set<ServerResponse>();
  const send = (response: ServerResponse, event: string, data: unknown) =>
    void response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const { server, port } = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (!isLocal(request)) return void response.writeHead(403).end();
    if (request.method === 'OPTIONS') return void response.writeHead(204, HEADERS).end();
    if (pathname === '/events') {
      response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      return send(response, 'plugin', state());
    }
    const name = decodeURIComponent(pathname.slice(1));
    const bytes = plugin.files.get(name);
    if (!bytes) return void response.writeHead(404, HEADERS).end(`Install from ${state().url}\n`);
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    response.writeHead(200, { ...HEADERS, 'content-type': type }).end(bytes);
  }, wanted);
  const base = `http://127.0.0.1:${port}/`;
  const state = () => ({ version, sha256: plugin.sha256, url: base + plugin.entry });
  return {
    install: base + plugin.entry,
    events: `${base}events`,
    change(next) {
      plugin = next;
      version += 1;
      for (const response of listeners) send(response, 'plugin', state());
    },
    fault(message) {
      for (const response of listeners) send(response, 'fault', { message });
    },
    async [Symbol.asyncDispose]() {
      for (const response of listeners) response.end();
      server.close();
      server.closeAllConnections();
    },
  };
}
