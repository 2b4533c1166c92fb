import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Scope } from '../../worker/protocol/grants.js';
import type { PageCall, Registration } from '../tools/page/index.js';
import type { McpLimits } from './limits.js';
import { type Declared, oneLine, readTools } from './read-tools.js';
import type { McpHost, McpOptions, McpSkipped, McpTool } from './types.js';

/** The tools of one connection in the registry, and what its user has said of them. `call` calls a tool of the server. */
export function linkTools(
  { host, options, limits }: { readonly host: McpHost; readonly options: McpOptions; readonly limits: McpLimits },
  call: (remoteName: string, args: Record<string, unknown>, call: PageCall) => Promise<unknown>,
) {
  const registered = new Map<string, { readonly tool: McpTool; readonly registration: Registration }>();
  /** Fingerprint → what was said in this connection. */
  const modes = new Map<string, McpTool['mode']>();
  const scopes = new Map<string, readonly Scope[]>();
  let skipped: readonly McpSkipped[] = [];

  const remove = (which: (name: string) => boolean) => {
    for (const [name, { registration }] of registered) {
      if (!which(name)) continue;
      registration.unregister();
      registered.delete(name);
    }
  };

  const modeOf = (declared: Declared): McpTool['mode'] =>
    modes.get(declared.fingerprint) ?? (options.reads?.({ ...declared, mode: 'write' }) === true ? 'read' : 'write');

  const register = (tool: McpTool) => {
    const before = registered.get(tool.name)?.tool;
    if (before?.fingerprint === tool.fingerprint && before.mode === tool.mode) return;
    const { name, remoteName, title, description, parameters, mode, hints, fingerprint } = tool;
    const said = () => scopes.get(fingerprint) ?? [];
    const ask = {
      sendsTo: [new URL(options.url).host],
      identity: `${options.url} ${fingerprint}`,
      // A hint that makes more careful may be believed.
      destructive: hints.destructive === true,
      allowed: () => [...(options.allowed?.(tool) ?? []), ...said()],
      allow: (scope: Scope) => {
        scopes.set(fingerprint, [...said(), scope]);
        options.onAllowed?.(tool, scope);
      },
    };
    const exec = (args: Record<string, unknown>, _context: unknown, of: PageCall) => call(remoteName, args, of);
    const displayName = title || oneLine(remoteName, limits.titleChars);
    const spec = { name, displayName, description, parameters, mode, exec };
    const registration = host.tools.register(spec, { owner: `mcp:${options.name}`, ask });
    registered.set(name, { tool: Object.freeze(tool), registration });
  };

  return {
    get list(): readonly McpTool[] {
      return Array.from(registered.values(), ({ tool }) => tool);
    },
    get skipped(): readonly McpSkipped[] {
      return skipped;
    },
    /** @throws `TOOL_NOT_FOUND`, `BAD_ARGS`. */
    setMode(name: string, mode: McpTool['mode']): void {
      const tool = registered.get(name)?.tool;
      const shown = String(name).slice(0, 64);
      if (!tool) throw new BulkheadError('TOOL_NOT_FOUND', `no tool of the server is named ${shown}`);
      if (mode !== 'read' && mode !== 'write') throw new BulkheadError('BAD_ARGS', 'mode: read or write');
      modes.set(tool.fingerprint, mode);
      register({ ...tool, mode });
    },
    /** Brings the registry in step with what the server lists. */
    apply(list: readonly unknown[]): void {
      const read = readTools(options.name, list, limits);
      const more: McpSkipped[] = [];
      const names = new Set<string>();
      for (const declared of read.tools) {
        const { name, remoteName } = declared;
        try {
          if (names.has(name)) throw new BulkheadError('NAME_TAKEN', `another of its tools is named ${name} here`);
          register({ ...declared, mode: modeOf(declared) });
          names.add(name);
        } catch (error) {
          more.push({ name: oneLine(remoteName, limits.titleChars), why: (error as Error).message });
        }
      }
      remove((name) => !names.has(name));
      skipped = [...read.skipped, ...more];
    },
    clear(): void {
      remove(() => true);
      skipped = [];
    },
  };
}
