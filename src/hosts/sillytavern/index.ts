import { assetsAt, createHost, type Host, type Peer } from '../../index.js';
import { whenIdle } from '../../primitives/index.js';
import { sillyTavernBridge } from './base/bridge.js';
import { callingExtension } from './base/caller.js';
import { chatService, snapshot } from './base/chat.js';
import { type Context, sillyTavern, type ToolManager } from './base/context.js';
import { forgetSettings } from './base/kept-settings.js';
import { notice, pluginNotice } from './base/notices.js';
import { mapImports, provideApi } from './base/provide.js';
import { MemoryGate } from './memory/gate.js';
import { chatTarget } from './memory/target.js';
import type { Running } from './start.js';
import { StudioGate } from './studio/gate.js';

/** What other extensions get by `getExtensionApi('bulkhead')`. */
export interface BulkheadApi {
  /** Lets an extension in a worker or a frame register tools: the other end of the port goes into `connectToHost` of `plugin.js`. */
  connect(port: MessagePort, options?: { readonly owner?: string }): Promise<Peer>;
  /** Opens the drawer. */
  open(): Promise<void>;
  /** The memories of all chats; a chat's id is `<card's picture>/<file's name>`, or `group:<id>/<file's name>`. @experimental */
  readonly memory: Host['memory'];
}

const folder = new URL('.', import.meta.url);
const page = sillyTavern();
/** Marks the page, so that a second copy of the folder keeps quiet. */
const MARK = Symbol.for('bulkhead');
let context = (): Context => page.getContext();
let host: Host | undefined;
let memory: MemoryGate | undefined;
let studio: StudioGate | undefined;
let starting: Promise<Running> | undefined;
let running: Running | undefined;

/** SillyTavern's function tools without our own: a tool must not come back to us as somebody else's. */
function othersTools(manager: ToolManager): ToolManager {
  return {
    get tools() {
      return [...manager.tools].filter((definition) => !running?.functionTools.has(definition));
    },
    // A bridge that was made for somebody else's tool of this name does not lead to ours.
    invokeFunctionTool: (name, parameters) =>
      running?.functionTools.owns(name)
        ? new Error(`${name} is no function tool of another extension`)
        : manager.invokeFunctionTool(name, parameters),
    getDisplayName: (name) => manager.getDisplayName?.(name),
  };
}

function begin(): void {
  const caller = () => callingExtension(folder.href);
  const chat = chatService(() => context());
  const made = createHost({
    assets: assetsAt(folder),
    services: {
      chat,
      memory: {
        current: () => chat.current() && chatTarget(context())?.id,
        // It follows the messages, and what the chat's file keeps, before anybody else looks at it.
        ready: async () => (await memory?.load())?.openSession(context()),
      },
      notify: (text, { id, manifest }) =>
        pluginNotice(id, text, typeof manifest?.name === 'string' ? manifest.name : id),
    },
    context: { live: () => context(), snapshot: () => snapshot(context()) },
    bridge: sillyTavernBridge(() => othersTools(context().ToolManager)),
    caller,
    embeddings: { kind: 'words', file: new URL('words-en.bin', folder) },
  });
  host = made;
  const api: BulkheadApi = Object.freeze({
    connect: (port: MessagePort, options?: { readonly owner?: string }) =>
      made.connect(port, { owner: options?.owner ?? caller() }),
    open: async () => (await starting)?.open(),
    memory: made.memory,
  });
  const provided = provideApi(page, made.orchestrator, { bulkhead: api });
  context = provided.context;
  const gate = new MemoryGate(made, () => context());
  memory = gate;
  const studios = new StudioGate({ textCalls: made.textCalls, context: () => context(), folder });
  studio = studios;
  const isStudioOurs = studios.provide(page);
  mapImports(folder, { orchestrator: provided.ours, studio: isStudioOurs });
  // Where the host has an API of its own it has a memory of its own, too.
  if (provided.ours) made.orchestrator.registerExtensionApi('memory-graph', gate.api, { owner: 'memory-graph' });
  offerSkills(made);
  const { eventSource, eventTypes } = context();
  // A listener that is added late is called at once. The work is not done in the listener: SillyTavern waits for each of them.
  eventSource.on(eventTypes.APP_READY ?? 'app_ready', () => whenIdle(() => void bringIn(made, gate, studios)));
}

/** The one door for skills of other extensions and scripts, where the page has none yet. Open from now on. */
function offerSkills({ skills }: Host): void {
  const page = globalThis as { STAgentSkills?: { register(config?: unknown): string } };
  page.STAgentSkills ??= Object.freeze({ register: (config?: unknown) => skills.register(config) });
}

/** Loads the rest and starts it, once. */
async function bringIn(host: Host, memory: MemoryGate, studio: StudioGate): Promise<void> {
  starting ??= import('./start.js').then(({ start }) => {
    running = start({ host, context, memory, studio, erase });
    return running;
  });
  try {
    await starting;
  } catch (error) {
    starting = undefined;
    notice('error', `Bulkhead could not be brought in: ${(error as Error).message}`);
  }
}

/** Deletes what is kept in the settings, in this browser and by the elements. What fails does not keep the rest from going. */
async function erase(): Promise<void> {
  forgetSettings(context());
  const { forgetChoices } = await import('../../ui/workbench/choices.js');
  forgetChoices();
  memory?.now?.forget();
  // What was opened meanwhile is gone as well.
  await Promise.all([studio?.erase(), host?.erase().finally(() => memory?.now?.forget())]);
}

/** Called by SillyTavern when the user deletes the extension's data: nothing of it stays, in the page neither. */
export async function clean(): Promise<void> {
  const still = await starting?.catch(() => undefined);
  try {
    await erase();
  } finally {
    still?.close();
    memory?.close();
    studio?.close();
    // What closing has changed once more.
    forgetSettings(context());
  }
}

const marked = globalThis as { [MARK]?: boolean };
if (marked[MARK]) {
  notice('warning', 'Bulkhead is installed twice. Only the first copy runs; delete one of the two folders.');
} else {
  marked[MARK] = true;
  begin();
}
