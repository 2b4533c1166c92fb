import { BulkheadError } from '../../worker/protocol/errors.js';
import { mergeLimits } from '../../worker/protocol/limits.js';
import { checkSignal, onDemand } from '../primitives/index.js';
import { type McpLink, mcpLink } from './connection.js';
import { MCP_LIMITS, type McpLimits } from './limits.js';
import type { McpConnection, McpHost, McpOptions } from './types.js';

/** The library makes its schemas as it is loaded, so what forbids it to make code has to be said before. */
const parts = onDemand(async () => {
  const { noJit } = await import('../../worker/adapters/no-jit.js');
  noJit();
  return import('./session.js');
});
const NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,23}$/;

const inUse = new WeakMap<object, Set<string>>();

/**
 * Connects to an MCP server over Streamable HTTP, and registers its tools with a host, under its user's asks. They follow the
 * server's list until the connection ends. A session that the server has forgotten is begun anew; a lost one is tried again
 * for a while.
 * @throws `BAD_ARGS`, `NET_FAILED` with what to do, `PROTOCOL_VIOLATION`, `ASSET_UNREACHABLE`, or the signal's reason.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { connectMcp } from 'bulkhead/mcp';
 * const connection = await connectMcp(createHost(), { name: 'files', url: 'https://mcp.example/mcp' });
 */
export async function connectMcp(host: McpHost, options: McpOptions): Promise<McpConnection> {
  const limits = check(host, options);
  const { name, signal } = options;
  const names = inUse.get(host.tools) ?? new Set<string>();
  inUse.set(host.tools, names);
  if (names.has(name)) throw new BulkheadError('BAD_ARGS', `name: there is a connection named ${name} already`);
  names.add(name);
  let link: McpLink | undefined;
  const stop = () => link?.end(signal?.reason);
  const onEnd = () => {
    names.delete(name);
    signal?.removeEventListener('abort', stop);
  };
  try {
    const { openSession } = await parts();
    signal?.throwIfAborted();
    const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, { ...init, credentials: 'omit' }));
    link = mcpLink({ host, options, limits, fetch, open: openSession, onEnd });
    signal?.addEventListener('abort', stop, { once: true });
    await link.open();
    return link;
  } catch (error) {
    onEnd();
    throw error;
  }
}

/** @throws `BAD_ARGS` naming the option that is wrong. */
function check(host: McpHost, options: McpOptions): McpLimits {
  const bad = (what: string, cause?: unknown) => new BulkheadError('BAD_ARGS', what, {}, { cause });
  if (typeof host?.tools?.register !== 'function') throw bad('connectMcp takes a host');
  const { name, url, fetch, signal, limits, headers } = Object(options) as McpOptions;
  if (!NAME.test(String(name))) throw bad('name: letters, digits and _, a letter first, at most 24');
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch (cause) {
    throw bad('url: the address of the server, whole', cause);
  }
  if (!/^https?:$/.test(parsed.protocol)) throw bad('url: http or https');
  if (parsed.username !== '' || parsed.password !== '') throw bad('url: no name and password; use headers');
  if (fetch !== undefined && typeof fetch !== 'function') throw bad('fetch must be a function');
  try {
    new Headers({ ...headers });
  } catch (cause) {
    throw bad('headers: names and texts', cause);
  }
  checkSignal(signal);
  try {
    return mergeLimits<McpLimits>(MCP_LIMITS, limits);
  } catch (cause) {
    throw bad((cause as Error).message, cause);
  }
}
