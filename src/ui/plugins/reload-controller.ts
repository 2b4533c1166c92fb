import { Mutex } from '../../../worker/primitives/mutex.js';
import type { Host, PluginInfo } from '../../index.js';
import { t } from '../i18n/text.js';
import { pluginName } from '../shared/plugin-name.js';

/** Plugins of a server on this machine. Of another server, whoever has it could send code at any time. */
const OWN_MACHINE = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+\//;

/** True for a plugin whose server may say when its files have changed. */
export const canReload = ({ origin }: PluginInfo): boolean => OWN_MACHINE.test(origin);

/** What a reload needs of the page around it. */
export interface ReloadSurroundings {
  host(): Host | null;
  /** Shows a line of news, and what has changed with it. */
  news(text: string): void;
  fail(error: unknown): void;
  /** Asks about a plugin that asks for something else now. */
  ask(id: string): Promise<void>;
}

/**
 * Reloads plugins while their authors change them: `npx bulkhead dev` serves them, and says at `/events` when they have changed. A plugin
 * that was on stays on, with the permissions that it had. Where it asks for others, its user is asked first.
 */
export class ReloadController {
  readonly #around: ReloadSurroundings;
  readonly #streams = new Map<string, EventSource>();
  readonly #turns = new Mutex();

  constructor(around: ReloadSurroundings) {
    this.#around = around;
  }

  /** Ids of the plugins that are reloaded. */
  get ids(): readonly string[] {
    return [...this.#streams.keys()];
  }

  /** Begins to reload a plugin, or ends it. */
  toggle(plugin: PluginInfo): void {
    const name = pluginName(plugin);
    if (this.#streams.has(plugin.id)) {
      this.#end(plugin.id);
      this.#around.news(t('reload.off', { name }));
    } else if (canReload(plugin)) {
      const stream = new EventSource(new URL('/events', plugin.origin));
      this.#streams.set(plugin.id, stream);
      stream.addEventListener('plugin', () => void this.#turns.run(() => this.#reload(plugin)));
      stream.addEventListener('fault', ({ data }) => this.#around.fail(new Error(faultIn(data))));
      stream.onerror = () => this.#onError(plugin, stream);
      this.#around.news(t('reload.on', { name }));
    }
  }

  /** Ends all of it. */
  close(): void {
    for (const id of this.ids) this.#end(id);
  }

  /** The browser asks again by itself, unless what answers is no stream of changes. */
  #onError({ id, origin }: PluginInfo, stream: EventSource): void {
    const { host } = new URL(origin);
    const isOver = stream.readyState === EventSource.CLOSED;
    if (isOver) this.#end(id);
    this.#around.news(t(isOver ? 'reload.none' : 'reload.lost', { host }));
  }

  #end(id: string): void {
    this.#streams.get(id)?.close();
    this.#streams.delete(id);
  }

  async #reload({ id, origin }: PluginInfo): Promise<void> {
    const plugins = this.#around.host()?.plugins;
    const before = (await plugins?.list())?.find((one) => one.id === id);
    // It was removed, or is from somewhere else now.
    if (!plugins || before?.origin !== origin) return this.#end(id);
    try {
      const result = await plugins.update(id);
      if (!result.changed) return;
      const { changes } = await plugins.review(id);
      const asksElse = changes?.list.some(({ what }) => what === 'permission') === true;
      if (before.state === 'on' && !asksElse) await plugins.enable(id, { expected: result.plugin });
      this.#around.news(t('reload.done', { name: pluginName(result.plugin) }));
      if (asksElse && before.state !== 'off') await this.#around.ask(id);
    } catch (error) {
      this.#around.fail(error);
    }
  }
}

/** What the server says is wrong with the files. */
function faultIn(data: string): string {
  try {
    return String(JSON.parse(data).message);
  } catch {
    return data;
  }
}
