import type { Host, ToolInfo } from '../../index.js';
import { Bridges } from './bridges.js';
import { registerCommands } from './commands.js';
import type { Context } from './context.js';
import type { Front } from './front.js';
import { FunctionTools } from './function-tools.js';
import { notice } from './notices.js';
import { addPanel } from './panel.js';
import { forgetSettings, readSettings } from './settings.js';
import { Turns } from './turns.js';
import { wordsOf } from './words.js';

/** What a running adapter is to the extension's module. */
export interface Running {
  readonly functionTools: FunctionTools;
  open(): Promise<void>;
  /** Deletes everything Bulkhead has kept, and takes it out of the page. */
  erase(): Promise<void>;
}

type Interceptor = (chat: unknown, size: unknown, abort: (immediately: boolean) => void) => void;

/** Brings Bulkhead into SillyTavern once the application is ready: nothing here delays its start. */
export function start(host: Host, context: () => Context): Running {
  const words = wordsOf(context);
  const turns = new Turns(context);
  const bridges = new Bridges(host, context);
  const isOffered = ({ name, kind, source }: ToolInfo) => {
    const { offers } = readSettings(context());
    return source !== 'st-bridge' && (Object.hasOwn(offers, name) ? offers[name] === true : kind === 'plugin');
  };
  const functionTools = new FunctionTools({ host, context, turns, words, isOffered });
  const fail = (error: unknown) => notice('error', error instanceof Error ? error.message : String(error));
  let front: Promise<Front> | undefined;
  const loadFront = () => {
    front ??= import('./front.js').then(
      ({ Front }) => new Front({ host, context, words, functionTools, bridges, isOffered, erase, fail }),
    );
    return front;
  };
  const open = async () => (await loadFront()).open();
  const panel = addPanel({
    words,
    open: () => void open().catch(fail),
    stopAll: () => void host.stopAll().catch(fail),
  });
  const status = (): string[] => {
    const { safeMode, walls } = host.status();
    const offered = host.tools.list().filter(isOffered).length;
    const stand = walls.filter(({ stands }) => stands).length;
    const tools = offered === 0 ? words('status.none') : words('status.on', { count: offered });
    // Not known until the first of them was needed.
    const known = walls.every(({ stands }) => stands !== null);
    return [safeMode ? words('status.safe') : tools, ...(known ? [words('walls', { count: stand })] : [])];
  };
  const follow = () => {
    functionTools.sync();
    bridges.keep();
    panel.show(status());
    void front?.then((shown) => shown.refresh());
  };
  const off = [
    host.onChange(follow),
    host.tools.onChange(follow),
    // The first question brings what shows questions; until then nothing of the interface is loaded.
    host.asks.onChange(() => void loadFront().catch(fail)),
  ];
  registerCommands(context(), { host, words, open, status: () => status().join(' ') });
  const page = globalThis as { bulkheadInterceptor?: Interceptor };
  page.bulkheadInterceptor = (_chat, _size, abort) => {
    if (turns.takeRefusal()) abort(true);
  };
  const erase = async () => {
    await host.erase();
    (await import('../../ui/index.js')).forgetChoices();
    for (const end of off.splice(0)) end();
    turns.close();
    functionTools.clear();
    panel.remove();
    (await front)?.close();
    delete page.bulkheadInterceptor;
    forgetSettings(context());
    notice('success', words('erased'));
  };
  bridges.restore();
  // Opens what is kept: the tools of plugins that are on are there from now on.
  host.plugins.list().then(follow, (error: Error) => {
    panel.show([words('status.failed', { message: error.message })]);
  });
  return { functionTools, open, erase };
}
