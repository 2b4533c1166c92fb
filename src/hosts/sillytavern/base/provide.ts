import type { OrchestratorApi } from '../../../index.js';
import type { Context, SillyTavernGlobal } from './context.js';

interface Provided {
  /** False when the host has an extension API of its own, which then stays the only one. */
  readonly ours: boolean;
  /** The host's own context, without anything of ours. */
  readonly context: () => Context;
}

/**
 * Puts the orchestrator's API on every context that SillyTavern answers from now on: each function under its own name, and
 * `getExtensionApi`, by which other extensions find it. Where the host has `getExtensionApi` itself, nothing is touched.
 * @param more what is published beside it, by name; to the host's own registry where it has one.
 */
export function provideApi(
  host: SillyTavernGlobal,
  api: OrchestratorApi,
  more: { readonly [name: string]: object },
): Provided {
  const original = host.getContext;
  const context = () => original.call(host);
  const now = context();
  const ours = typeof now.getExtensionApi !== 'function';
  for (const [name, value] of Object.entries(more)) {
    if (ours) api.registerExtensionApi(name, value, { owner: name });
    else now.registerExtensionApi?.(name, value);
  }
  if (!ours) return { ours, context };
  // Once their host is gone it gets nothing.
  host.getContext = () =>
    api.getExtensionApi('orchestrator') === undefined ? context() : withFunctions(context(), api);
  return { ours: true, context };
}

/** A context with those of these functions that it has not got itself. */
export function withFunctions<C extends object>(context: C, functions: object): C {
  for (const [name, value] of Object.entries(functions)) {
    if (!(name in context))
      Object.defineProperty(context, name, { value, configurable: true, writable: true, enumerable: true });
  }
  return context;
}

/**
 * Lets extensions that load after this one import `getExtensionApi` from `/scripts/extensions.js`, and the functions of the orchestrator
 * and of the studio from where they lie in the hosts that have them. Browsers without support for a second import map
 * ignore it; `getContext()` works everywhere.
 * @param folder URL of the folder this extension is served from.
 * @param missing what the host has not got itself.
 */
export function mapImports(
  folder: URL,
  { orchestrator, studio }: { readonly orchestrator: boolean; readonly studio: boolean },
): void {
  const here = folder.pathname;
  const thirdParty = here.replace(/[^/]+\/$/, '');
  const map = document.createElement('script');
  map.type = 'importmap';
  map.textContent = JSON.stringify({
    imports: {
      ...(orchestrator && {
        '/scripts/extensions/orchestrator/register-custom-tool.js': `${here}register-custom-tool.js`,
      }),
      ...(studio && { '/scripts/iteration-studio/index.js': `${here}iteration-studio.js` }),
    },
    ...(orchestrator && {
      scopes: {
        [thirdParty]: { '/scripts/extensions.js': `${here}extensions.js` },
        [here]: { '/scripts/extensions.js': '/scripts/extensions.js' },
      },
    }),
  });
  document.head.append(map);
}
