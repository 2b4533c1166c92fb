import type { ToolInfo } from '../../index.js';
import { FunctionTools } from './base/function-tools.js';
import { Generations } from './base/generations.js';
import { KeptBridges } from './base/kept-bridges.js';
import { notice } from './base/notices.js';
import { addPanel } from './base/panel.js';
import type { Parts } from './base/parts.js';
import { offerKey, readSettings } from './base/settings.js';
import { wordsOf } from './base/words.js';
import { registerCommands } from './commands.js';
import type { Front } from './front.js';
import type { MemoryGate } from './memory/gate.js';
import { ModesGate } from './modes/gate.js';
import type { StudioGate } from './studio/gate.js';
import { callsOf } from './text-calls/mode.js';
import { CallSwitch } from './text-calls/switch.js';

/** What a running adapter is to the extension's module. */
export interface Running {
  readonly functionTools: FunctionTools;
  open(): Promise<void>;
  /** Takes everything out of the page. */
  close(): void;
}

interface StartParts extends Pick<Parts, 'host' | 'context'> {
  readonly memory: MemoryGate;
  readonly studio: StudioGate;
  /** Deletes everything Bulkhead has kept. */
  readonly erase: () => Promise<void>;
}

/** Tokens of an answer that writes memories, at least. */
const EXTRACTION_TOKENS = 2_000;

type Interceptor = (chat: unknown, size: unknown, abort: (immediately: boolean) => void, type: string) => unknown;

/** Brings Bulkhead into SillyTavern once the application is ready: nothing here delays its start. */
export function start({ host, context, memory, studio, erase }: StartParts): Running {
  const words = wordsOf(context);
  const generations = new Generations(context);
  const fail = (error: unknown) => void notice('error', error instanceof Error ? error.message : String(error));
  const parts: Parts = { host, context, generations, words, fail };
  memory.model = async () => {
    const { sillyTavernModel } = await import('./modes/model.js');
    const { textCalls } = host;
    return sillyTavernModel({ context, words, textCalls, replyTokens: () => EXTRACTION_TOKENS });
  };
  const bridges = new KeptBridges(host, context);
  const isOffered = (tool: ToolInfo) => {
    const { offers } = readSettings(context());
    const key = offerKey(tool);
    return tool.source !== 'st-bridge' && (Object.hasOwn(offers, key) ? offers[key] === true : tool.kind === 'plugin');
  };
  const isNative = () => callsOf(context()).mode === 'native';
  const functionTools = new FunctionTools({ ...parts, isOffered, isNative });
  let failure: string | undefined;
  let front: Front | undefined;
  let loading: Promise<Front> | undefined;
  const loadFront = (): Promise<Front> => {
    const eraseAll = async () => {
      // They are the host's, and would be kept again.
      bridges.clear();
      await erase().then(() => void notice('success', words('erased')), fail);
    };
    loading ??= import('./front.js').then(({ Front }) => {
      front = new Front({ ...parts, functionTools, bridges, calls, memory, modes, studio, isOffered, erase: eraseAll });
      return front;
    });
    // A file that could not be loaded now may be there the next time.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const open = async () => (await loadFront()).open();
  const modes = new ModesGate({ ...parts, changed: () => front?.showModes() });
  const panel = addPanel({
    words,
    open: () => void open().catch(fail),
    stopAll: () => void host.stopAll().catch(fail),
  });
  const status = (): string[] => {
    if (failure !== undefined) return [words('status.failed', { message: failure })];
    const { safeMode, walls } = host.status();
    const tools = host.tools.list().filter(({ source }) => source !== 'st-bridge');
    const on = tools.filter(isOffered).length;
    const stand = walls.filter(({ stands }) => stands).length;
    const { mainApi, chatCompletionSettings } = context();
    const { mode } = calls.choice;
    const off = mode === 'native' && on > 0 && mainApi === 'openai' && chatCompletionSettings.function_calling !== true;
    return [
      safeMode
        ? words('status.safe')
        : tools.length === 0
          ? words('status.none')
          : words('status.on', { on, count: tools.length }),
      ...(off ? [words('off')] : []),
      ...(mode === 'native' ? [] : [words(`calls.status.${mode}`)]),
      // Not known until the first of them was needed.
      ...(walls.every(({ stands }) => stands !== null) ? [words('walls', { count: stand })] : []),
    ];
  };
  const show = () => panel.show(status());
  const showAll = () => {
    show();
    front?.refresh();
  };
  const calls = new CallSwitch({ ...parts, isOffered, changed: showAll });
  const follow = () => {
    functionTools.sync();
    void calls.follow().catch(fail);
    bridges.keep();
    showAll();
  };
  const off = [
    host.onChange(show),
    host.tools.onChange(follow),
    // The first question brings what shows questions; until then nothing of the interface is loaded.
    host.asks.onChange(() => void loadFront().catch(fail)),
  ];
  registerCommands(context(), { host, words, open, calls, modes, status: () => status().join(' ') });
  const page = globalThis as { bulkheadInterceptor?: Interceptor };
  page.bulkheadInterceptor = (_chat, _size, abort, type) => {
    if (generations.takeRefusal(type)) return abort(true);
    const recall = () => memory.now?.recall(type);
    if (!modes.isWanted(context())) return recall();
    return modes.beforeMessage(type).then((isDone) => (isDone ? abort(true) : recall()));
  };
  memory.onLoad((loaded) => off.push(loaded.onChange(() => front?.refresh())));
  // There may be a memory of a chat whose file knows nothing of it.
  if (readSettings(context()).memory.used) memory.load().catch(fail);
  bridges.restore();
  follow();
  // Opens what is kept: the tools of plugins that are on are there from now on.
  host.plugins.list().then(show, (error: Error) => {
    failure = error.message;
    show();
  });
  return {
    functionTools,
    open,
    close() {
      for (const end of off.splice(0)) end();
      calls.close();
      modes.close();
      generations.close();
      functionTools.clear();
      bridges.clear();
      panel.remove();
      front?.close();
      delete page.bulkheadInterceptor;
    },
  };
}
