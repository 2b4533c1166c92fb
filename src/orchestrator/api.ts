import { BulkheadError } from '../../worker/protocol/errors.js';
import type { RowSource, ToolRow } from '../../worker/protocol/peer.js';
import { BUILTIN_TOOLS } from '../../worker/protocol/reserved.js';
import type { ToolInfo } from '../contracts/index.js';
import type { ToolRegistry } from '../tools/index.js';
import type { PageToolSpec, PageTools } from '../tools/page/index.js';
import type { Bridge } from './bridge.js';
import { type BridgeApi, bridgeApi } from './compat.js';

/** What knows the handwritten tools of a run: its ctx. */
export interface ToolScope {
  readonly __customToolRegistry?: { has(name: string): boolean };
}

/** Who registers something. */
export interface Registrant {
  /** Who registers; only the same one may unregister. Default: what the host says of the calling code, else `page`. */
  readonly owner?: string;
}

/** The synchronous half of the specification's API: everything but runs. */
export interface RegistrationApi extends BridgeApi {
  /** @throws by the checks of the contract, in its order, with a `code`. */
  registerOrchestrationTool(spec: PageToolSpec, registrant?: Registrant): void;
  /** Silent when absent. @throws `NAME_TAKEN` when it belongs to somebody else. */
  unregisterOrchestrationTool(name: string, registrant?: Registrant): void;
  /** All extension tools that are registered, in order. */
  listExtensionTools(): ToolRow[];
  resolveToolSource(name: string, scope?: ToolScope | null): RowSource;
  /** What an extension has published; `orchestrator` is this API, as long as its host lives. */
  getExtensionApi(name: string): unknown;
  /** Publishes an API for other code of the page; without one takes it back. @throws `BAD_ARGS`, `NAME_TAKEN`. */
  registerExtensionApi(name: string, api: object | null | undefined, registrant?: Registrant): void;
}

/** What the API is made of. */
export interface RegistrationOptions {
  readonly registry: ToolRegistry;
  readonly pages: PageTools;
  readonly bridge: Bridge;
  /** The owner of page code that names none. */
  readonly caller: () => string;
  /** @throws when the host is gone. */
  readonly alive: () => void;
}

/** The row of a tool in the list of extension tools. */
export const toRow = ({ name, mode, description, displayName, hasSimulate, source }: ToolInfo): ToolRow => ({
  name,
  mode,
  description,
  displayName,
  hasSimulate,
  source,
});

/** Where a name comes from: a run's own tools, the built-ins, then what is registered. */
export function sourceOf(registry: ToolRegistry, name: string, scope?: ToolScope | null): RowSource {
  if (scope?.__customToolRegistry?.has(name)) return 'profile';
  if (BUILTIN_TOOLS.includes(name)) return 'builtin';
  return registry.get(name)?.info.source ?? 'unknown';
}

/** `self`: the finished API, which one of its functions answers; nothing once the host is gone. */
export function registrationApi(
  { registry, pages, bridge, caller, alive }: RegistrationOptions,
  self: () => object | undefined,
): RegistrationApi {
  const published = new Map<string, { readonly api: object; readonly owner: string }>();
  return {
    registerOrchestrationTool(spec, registrant) {
      alive();
      pages.register(spec, registrant?.owner ?? caller());
    },
    unregisterOrchestrationTool(name, registrant) {
      registry.delete(name, { kind: 'page', owner: registrant?.owner ?? caller() });
    },
    listExtensionTools: () => registry.list().map(toRow),
    resolveToolSource: (name, scope) => sourceOf(registry, name, scope),
    ...bridgeApi(bridge, alive),
    getExtensionApi: (name) => (name === 'orchestrator' ? self() : published.get(name)?.api),
    registerExtensionApi(name, api, registrant) {
      if (typeof name !== 'string' || name === '') throw new BulkheadError('BAD_ARGS', 'an extension API has a name');
      const owner = registrant?.owner ?? caller();
      const taken = published.get(name);
      if (name === 'orchestrator' || (taken && taken.owner !== owner)) {
        throw new BulkheadError('NAME_TAKEN', `the extension API ${name} belongs to ${taken?.owner ?? 'Bulkhead'}`);
      }
      if (api) published.set(name, { api, owner });
      else published.delete(name);
    },
  };
}
