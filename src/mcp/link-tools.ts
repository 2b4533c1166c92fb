import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Scope } from '../../worker/protocol/grants.js';
import type { PageCall, Registration } from '../tools/page/index.js';
import type { McpLimits } from './limits.js';
import { type Declared, oneLine, readTools } from './read-tools.js';
import type { McpHost, McpOptions, McpSkipped, McpTool } from './types.js';

/** What the tools of a connection need of it. */
export interface LinkToolsParts {
  readonly host: McpHost;
  readonly options: McpOptions;
  readonly limits: McpLimits;
  /** Calls a tool of the server. */
  readonly call: (remoteName: string, args: Record<string, unknown>, call: PageCall) => Promise<unknown>;
}

/** The tools of one connection in the registry, and what its user has said of them. */
export class LinkTools {
  readonly #parts: LinkToolsParts;
  readonly #registered = new Map<string, { readonly tool: McpTool; readonly registration: Registration }>();
  /** Fingerprint → what was said in this connection. */
  readonly #modes = new Map<string, McpTool['mode']>();
  readonly #scopes = new Map<string, readonly Scope[]>();
  #skipped: readonly McpSkipped[] = [];

  constructor(parts: LinkToolsParts) {
    this.#parts = parts;
  }

  get list(): readonly McpTool[] {
    return Array.from(this.#registered.values(), ({ tool }) => tool);
  }

  get skipped(): readonly McpSkipped[] {
    return this.#skipped;
  }

  /** @throws `TOOL_NOT_FOUND`. */
  setMode(name: string, mode: McpTool['mode']): void {
    const tool = this.#registered.get(name)?.tool;
    if (!tool) throw new BulkheadError('TOOL_NOT_FOUND', `no tool of the server is named ${String(name).slice(0, 64)}`);
    if (mode !== 'read' && mode !== 'write') throw new BulkheadError('BAD_ARGS', 'mode: read or write');
    this.#modes.set(tool.fingerprint, mode);
    this.#register({ ...tool, mode });
  }

  /** Brings the registry in step with what the server lists. */
  apply(list: readonly unknown[]): void {
    const { options, limits } = this.#parts;
    const { tools, skipped } = readTools(options.name, list, limits);
    const more: McpSkipped[] = [];
    const names = new Set<string>();
    for (const declared of tools) {
      const { name, remoteName } = declared;
      try {
        if (names.has(name)) throw new BulkheadError('NAME_TAKEN', `another of its tools is named ${name} here`);
        this.#register({ ...declared, mode: this.#modeOf(declared) });
        names.add(name);
      } catch (error) {
        more.push({ name: oneLine(remoteName, limits.titleChars), why: (error as Error).message });
      }
    }
    this.#remove((name) => !names.has(name));
    this.#skipped = [...skipped, ...more];
  }

  clear(): void {
    this.#remove(() => true);
    this.#skipped = [];
  }

  #remove(which: (name: string) => boolean): void {
    for (const [name, { registration }] of this.#registered) {
      if (!which(name)) continue;
      registration.unregister();
      this.#registered.delete(name);
    }
  }

  #modeOf(declared: Declared): McpTool['mode'] {
    const said = this.#modes.get(declared.fingerprint);
    if (said) return said;
    return this.#parts.options.reads?.({ ...declared, mode: 'write' }) === true ? 'read' : 'write';
  }

  #register(tool: McpTool): void {
    const before = this.#registered.get(tool.name)?.tool;
    if (before?.fingerprint === tool.fingerprint && before.mode === tool.mode) return;
    const { name, remoteName, title, description, parameters, mode, hints, fingerprint } = tool;
    const { host, options, limits, call } = this.#parts;
    const said = () => this.#scopes.get(fingerprint) ?? [];
    const ask = {
      sendsTo: [new URL(options.url).host],
      identity: `${options.url} ${fingerprint}`,
      // A hint that makes more careful may be believed.
      destructive: hints.destructive === true,
      allowed: () => [...(options.allowed?.(tool) ?? []), ...said()],
      allow: (scope: Scope) => {
        this.#scopes.set(fingerprint, [...said(), scope]);
        options.onAllowed?.(tool, scope);
      },
    };
    const exec = (args: Record<string, unknown>, _context: unknown, of: PageCall) => call(remoteName, args, of);
    const displayName = title || oneLine(remoteName, limits.titleChars);
    const spec = { name, displayName, description, parameters, mode, exec };
    const registration = host.tools.register(spec, { owner: `mcp:${options.name}`, ask });
    this.#registered.set(name, { tool: Object.freeze(tool), registration });
  }
}
