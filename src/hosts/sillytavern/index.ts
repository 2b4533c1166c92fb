import { assetsAt, createHost, type Peer } from '../../index.js';
import { sillyTavernBridge } from './bridge.js';
import { callingExtension } from './caller.js';
import { chatService, snapshot } from './chat.js';
import { type Context, sillyTavern, type ToolManager } from './context.js';
import { notice } from './notices.js';
import { mapImports, provideApi } from './provide.js';
import type { Running } from './start.js';

/** How long the page may be busy after its start before Bulkhead goes on all the same. */
const IDLE_MS = 2_000;

const folder = new URL('.', import.meta.url);
const page = sillyTavern();
let running: Running | undefined;

/** What other extensions get by `getExtensionApi('bulkhead')`. */
export interface BulkheadApi {
  /** Lets an extension in a worker or a frame register tools: the other end of the port goes into `connectToHost` of `plugin.js`. */
  connect(port: MessagePort, options?: { readonly owner?: string }): Promise<Peer>;
  /** Opens the drawer. */
  open(): Promise<void>;
}

/** SillyTavern's function tools without our own: a tool must not come back to us as somebody else's. */
function othersTools(manager: ToolManager): ToolManager {
  return {
    get tools() {
      return [...manager.tools].filter((definition) => !running?.functionTools.has(definition));
    },
    invokeFunctionTool: (name, parameters) => manager.invokeFunctionTool(name, parameters),
    getDisplayName: (name) => manager.getDisplayName?.(name),
  };
}

function begin(): void {
  let context = (): Context => page.getContext();
  const caller = () => callingExtension(folder.href);
  const host = createHost({
    assets: assetsAt(folder),
    services: {
      chat: chatService(() => context()),
      notify: (text, { id, manifest }) => notice('info', text, typeof manifest?.name === 'string' ? manifest.name : id),
    },
    context: { live: () => context(), snapshot: () => snapshot(context()) },
    bridge: sillyTavernBridge(() => othersTools(context().ToolManager)),
    caller,
  });
  const api: BulkheadApi = {
    connect: (port, options) => host.connect(port, { owner: options?.owner ?? caller() }),
    open: async () => running?.open(),
  };
  host.orchestrator.registerExtensionApi('bulkhead', Object.freeze(api), { owner: 'bulkhead' });
  const provided = provideApi(page, host.orchestrator);
  context = provided.context;
  if (provided.ours) mapImports(folder);
  const { eventSource, eventTypes } = context();
  // Told at once to whoever comes late. The work is not done in the listener: SillyTavern waits for each of them.
  eventSource.on(eventTypes.APP_READY ?? 'app_ready', () => {
    requestIdleCallback(
      async () => {
        const { start } = await import('./start.js');
        running = start(host, context);
      },
      { timeout: IDLE_MS },
    );
  });
}

/** Called by SillyTavern when the user deletes the extension's data: nothing of it stays in the browser. */
export async function clean(): Promise<void> {
  await running?.erase();
}

if (page.getContext().getExtensionApi?.('bulkhead')) {
  notice('warning', 'Bulkhead is installed twice. Only the first copy runs; delete one of the two folders.');
} else begin();
