import { BulkheadError } from '../../worker/protocol/errors.js';
import { parseJson } from '../../worker/protocol/json.js';
import type { Limits } from '../../worker/protocol/limits.js';
import { TOOL_NAME } from '../../worker/protocol/names.js';
import type { HostContract } from '../../worker/protocol/peer.js';
import type { Methods } from '../../worker/rpc/serve.js';
import { type Owner, sameOwner, type ToolInfo } from '../contracts/index.js';
import type { Executor } from '../isolation/guests/index.js';
import { readDeclaration } from '../isolation/guests/index.js';
import type { Bridge, RegistrationApi } from '../orchestrator/index.js';
import { sleep } from '../primitives/index.js';
import type { ExecuteOptions, ToolResult } from '../tools/calls/index.js';
import type { ToolRegistry } from '../tools/index.js';
import type { PeerLink } from './peer.js';

/** The identity of an extension, and what it may do. */
export interface ConnectOptions {
  /** The extension's owner, as the page names it. An extension cannot choose it. */
  readonly owner: string;
  /** Lets it make tools of another application's function tools. Default: `false`. */
  readonly bridge?: boolean;
  /** Tools of other owners that it may execute. Default: none. */
  readonly mayExecute?: (tool: ToolInfo) => boolean;
  /** Ends the wait for its hello. */
  readonly signal?: AbortSignal;
}

/** The parts of their host that connections need. */
export interface PeerParts {
  readonly registry: ToolRegistry;
  readonly limits: Limits;
  readonly api: RegistrationApi;
  readonly bridge: Bridge;
  readonly execute: (name: string, args: unknown, options: ExecuteOptions) => Promise<ToolResult>;
  readonly changed: () => void;
  readonly onClosed: (link: PeerLink) => void;
}

/** Requests that an extension may make at once, and then per second. A list counts as several. */
const BURST = 64;
const PER_SECOND = 40;
const LIST_COST = 8;
const LONGEST_MS = 5_000;
/** Total size of an extension's tools, in schemas of the greatest size. */
const WHOLE_SCHEMAS = 16;
const SCHEMA_DEPTH = 64;
const NAME_CHARS = 200;

const fields = (value: unknown): { readonly [key: string]: unknown } => Object(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads a stranger's name. @throws `BAD_ARGS` if it is longer than any name may be. */
function nameOf(input: unknown): string {
  const name = text(fields(input).name);
  if (name.length > NAME_CHARS) throw new BulkheadError('BAD_ARGS', `a name has at most ${NAME_CHARS} characters`);
  return name;
}

/**
 * The methods of the host that an extension may call. Every input is a stranger's and is read field by field. `greedy` is called
 * for each tool above the limit.
 */
export function peerMethods(
  identity: Owner,
  options: ConnectOptions,
  { registry, limits, api, bridge, execute }: PeerParts,
  executor: Executor,
  greedy: () => void,
): Methods & { readonly [M in keyof HostContract]: Methods[string] } {
  let asked = 0;
  const pace = pacer(BURST, PER_SECOND);
  /** Characters of each declaration that it has made. */
  const sizes = new Map<string, number>();
  const mine = () => registry.list().filter((info) => sameOwner(info, identity));
  const need = (granted: boolean, what: string) => {
    if (!granted) throw new BulkheadError('CAPABILITY_DENIED', `not granted: ${what}`);
  };
  return {
    async register(input) {
      await pace(1);
      const declaration = text(fields(input).declaration);
      if (declaration.length > limits.schemaBytes) throw new BulkheadError('SCHEMA_INVALID', 'the tool is too large');
      const read = readDeclaration(parseJson(declaration));
      if (!TOOL_NAME.test(read.name))
        throw new BulkheadError('NAME_INVALID', `"${read.name.slice(0, 64)}" is no tool name`);
      if (isDeep(read.parameters, SCHEMA_DEPTH)) throw new BulkheadError('SCHEMA_INVALID', `${read.name}: too deep`);
      const others = mine().filter(({ name }) => name !== read.name);
      const taken = others.reduce((sum, { name }) => sum + (sizes.get(name) ?? 0), declaration.length);
      if (taken > limits.schemaBytes * WHOLE_SCHEMAS) {
        throw new BulkheadError('SCHEMA_INVALID', `the tools of ${identity.owner} are too large together`);
      }
      if (others.length >= limits.toolsPerPlugin) {
        greedy();
        throw new BulkheadError('TOO_MANY_TOOLS', `more than ${limits.toolsPerPlugin} tools`);
      }
      registry.put({ ...read, ...identity, source: 'extension' }, executor);
      sizes.set(read.name, declaration.length);
      return null;
    },
    unregister(input) {
      const name = nameOf(input);
      registry.delete(name, identity);
      sizes.delete(name);
      return null;
    },
    async list() {
      // Every answer is copied as it is posted.
      await pace(LIST_COST);
      return api.listExtensionTools();
    },
    source: (input) => api.resolveToolSource(nameOf(input)),
    async bridgeable() {
      need(options.bridge === true, 'bridge');
      await pace(LIST_COST);
      return bridge.available();
    },
    bridge(input) {
      need(options.bridge === true, 'bridge');
      const name = nameOf(input);
      // Tools that the user has bridged stay as they are. A stranger cannot declare that a tool only reads.
      if (registry.get(`st_${name}`))
        throw new BulkheadError('NAME_TAKEN', `st_${name.slice(0, 64)} is bridged already`);
      bridge.add(name, { mode: 'write' });
      return null;
    },
    async execute(input, signal) {
      const { args, timeoutMs } = fields(input);
      const { info } = registry.find(nameOf(input));
      need(options.mayExecute?.(info) === true, `execute ${info.name}`);
      if (asked >= limits.requestsInFlight) throw new BulkheadError('TOO_MANY_CALLS', 'too many calls at once');
      if (text(args).length > limits.argumentsBytes) throw new BulkheadError('ARGUMENTS_TOO_LARGE', info.name);
      asked += 1;
      try {
        const given = { signal, ...(typeof timeoutMs === 'number' && timeoutMs > 0 && { timeoutMs }) };
        const { value, usage } = await execute(info.name, parseJson(text(args)), given);
        return { text: JSON.stringify(value) ?? '', usage };
      } finally {
        asked -= 1;
      }
    },
  };
}

/** Lets a number of requests through at once, and then a number per second. The others wait. */
function pacer(burst: number, perSecond: number): (cost: number) => Promise<void> {
  let freeAt = 0;
  return async (cost) => {
    const now = performance.now();
    const due = Math.max(freeAt, now - (burst / perSecond) * 1_000) + (cost / perSecond) * 1_000;
    if (due - now > LONGEST_MS) throw new BulkheadError('TOO_MANY_CALLS', 'too many requests at once; wait for some');
    freeAt = due;
    if (freeAt > now) await sleep(freeAt - now);
  };
}

const isDeep = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeep(inner, depth - 1)));
