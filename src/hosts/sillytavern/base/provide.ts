import type { OrchestratorApi } from '../../../index.js';
import type { Context, SillyTavernGlobal } from './context.js';

/** What came of it. */
export interface Provided {
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
  host.getContext = () => withApi(context(), api);
  return { ours: true, context };
}

/** A context with the functions of an API that it has not got itself. Once their host is gone it gets nothing. */
export function withApi<C extends object>(context: C, api: OrchestratorApi): C {
  if (api.getExtensionApi('orchestrator') === undefined) return context;
  for (const [name, value] of Object.entries(api)) {
    if (!(name in context))
      Object.defineProperty(context, name, { value, configurable: true, writable: true, enumerable: true });
  }
  return context;
}

/** What the host has not got itself. */
export interface Missing {
  readonly orchestrator: boolean;
  readonly studio: boolean;
}

/**
 * Lets extensions that load after this one import `getExtensionApi` from `/scripts/extensions.js`, and the functions of the orchestrator
 * and of the studio from where they lie in the hosts that have them. Browsers without support for a second import map
 * ignore it; `getContext()` works everywhere.
 * @param folder URL of the folder this extension is served from.
 */
export function mapImports(folder: URL, { orchestrator, studio }: Missing): void {
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
