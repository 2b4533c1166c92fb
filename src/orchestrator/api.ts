import { BulkheadError } from '../../worker/protocol/errors.js';
import type { RowSource, ToolRow } from '../../worker/protocol/peer.js';
import { BUILTIN_TOOLS } from '../../worker/protocol/reserved.js';
import type { ToolInfo } from '../contracts/index.js';
import type { ToolRegistry } from '../tools/index.js';
import type { PageToolSpec, PageTools } from '../tools/page/index.js';
import type { Bridge } from './bridge.js';
import { type BridgeApi, bridgeApi } from './compat.js';

/** The `ctx` of a run, as far as it knows the run's handwritten tools. */
export interface ToolScope {
  readonly __customToolRegistry?: { has(name: string): boolean };
}

export interface Registrant {
  /** The owner. Only the same owner may unregister. Default: the host's `caller` option, otherwise `page`. */
  readonly owner?: string;
}

/** The synchronous part of the orchestrator's API: everything but runs. */
export interface RegistrationApi extends BridgeApi {
  /** Registers a tool of the page. @throws an error with a `code`, for the first check that fails in the contract's order. */
  registerOrchestrationTool(spec: PageToolSpec, registrant?: Registrant): void;
  /** Removes a tool. Does nothing if there is none. @throws `NAME_TAKEN` if it belongs to another owner. */
  unregisterOrchestrationTool(name: string, registrant?: Registrant): void;
  /** Returns all registered extension tools, in the order of registration. */
  listExtensionTools(): ToolRow[];
  resolveToolSource(name: string, scope?: ToolScope | null): RowSource;
  /** Returns the API that an extension has published. `orchestrator` is this API, until its host is disposed. */
  getExtensionApi(name: string): unknown;
  /** Publishes an API for other code of the page; `null` or `undefined` removes it. @throws `BAD_ARGS`, `NAME_TAKEN`. */
  registerExtensionApi(name: string, api: object | null | undefined, registrant?: Registrant): void;
}

export interface RegistrationOptions {
  readonly registry: ToolRegistry;
  readonly pages: PageTools;
  readonly bridge: Bridge;
  /** The owner of page code that names none. */
  readonly caller: () => string;
  /** @throws if the host was disposed. */
  readonly alive: () => void;
}

export const toRow = ({ name, mode, description, displayName, hasSimulate, source }: ToolInfo): ToolRow => ({
  name,
  mode,
  description,
  displayName,
  hasSimulate,
  source,
});

/** Returns where a name comes from: the run's own tools first, then the built-ins, then the registry. */
export function sourceOf(registry: ToolRegistry, name: string, scope?: ToolScope | null): RowSource {
  if (scope?.__customToolRegistry?.has(name)) return 'profile';
  if (BUILTIN_TOOLS.includes(name)) return 'builtin';
  return registry.get(name)?.info.source ?? 'unknown';
}

/** Builds the API. `self` returns the finished API for `getExtensionApi('orchestrator')`; `undefined` once the host is disposed. */
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
