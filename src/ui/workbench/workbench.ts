import { html, nothing, type TemplateResult } from 'lit';
import type { FoundTool, ToolFlags, ToolInfo } from '../../index.js';
import type { MakeSample } from '../memory/memory-sample.js';
import { AskController } from '../questions/ask-controller.js';
import '../questions/asks.js';
import type { BulkheadCardImport } from '../imports/card-import.js';
import { CallHistory } from '../tools/call-history.js';
import '../imports/card-import.js';
import { type BulkheadEvent, define, listenTo } from '../shared/element.js';
import { errorStyles } from '../shared/error.js';
import type { ErrorView } from '../shared/error-text.js';
import { onSingleKey } from '../shared/focus.js';
import type { BulkheadKeys } from '../shared/keys.js';
import type { ConnectPort, ExtensionPage } from './extension.js';
import '../shared/keys.js';
import type { ConnectMcp } from '../mcp/mcp.js';
import type { BulkheadMemory } from '../memory/memory.js';
import { isSwitchedOn, keptFlags, switchTool } from '../tools/orchestration.js';
import type { BulkheadPalette } from '../tools/palette.js';
import '../tools/palette.js';
import { PackagesElement } from '../plugins/packages-element.js';
import type { Example } from '../plugins/plugin-list.js';
import { stopStyles } from '../plugins/stops.js';
import { styles } from '../shared/styles.js';
import '../tools/tool-form.js';
import './walls.js';
import { workbenchCalls, workbenchPackages } from './workbench-columns.js';
import { workbenchHead } from './workbench-head.js';
import { ChatPlace, type OpenChat, type OpenStudioController, StudioPlace } from './workbench-lazy.js';
import {
  nameInAddress,
  PLACE_ELEMENTS,
  PLACES,
  type Place,
  placeInAddress,
  placeStyles,
  places,
} from './workbench-places.js';
import { workbenchStyles } from './workbench-styles.js';

/** The whole workbench: the packages of a host, its tools, and their calls. */
export class BulkheadWorkbench extends PackagesElement {
  static override properties = {
    examples: { attribute: false },
    extension: { attribute: false },
    connectMcp: { attribute: false },
    chat: { attribute: false },
    studio: { attribute: false },
    memorySample: { attribute: false },
    place: { reflect: true },
  };
  static override styles = [...styles, errorStyles, stopStyles, workbenchStyles, placeStyles];
  declare examples: readonly Example[];
  /** An extension that can be connected with one press. */
  declare extension: ExtensionPage | null;
  /** Connects to an MCP server: `connectMcp` of `bulkhead/mcp`, with this host. */
  declare connectMcp: ConnectMcp | null;
  /** Opens the chats; without it there are none. */
  declare chat: OpenChat | null;
  /** Opens the studios; without it, or without chats, there are none. */
  declare studio: OpenStudioController | null;
  /** Makes up a memory to look around in; without it none is offered. */
  declare memorySample: MakeSample | null;
  declare place: Place;
  readonly #chats = new ChatPlace(() => this.requestUpdate());
  readonly #studios = new StudioPlace(() => this.requestUpdate());
  readonly #seen = new Set<Place>();
  #tool = '';
  #flags: ToolFlags = keptFlags();
  #refused: ErrorView | null = null;
  readonly #calls = new CallHistory(() => {
    this.status = this.host?.status() ?? null;
    this.requestUpdate();
  });
  readonly #asks = new AskController(
    () => this.host,
    () => void this.refresh(),
    this.controller.fail,
  );

  constructor() {
    super();
    this.examples = [];
    this.extension = null;
    this.connectMcp = null;
    this.chat = null;
    this.studio = null;
    this.memorySample = null;
    this.place = 'tools';
    this.#asks.listen(this);
    // A plugin's page stands among the tools.
    listenTo(this, 'bh-open', () => this.#go('tools'));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#key);
    window.addEventListener('hashchange', this.#named);
    if (this.hasUpdated || !this.chat) return;
    if (placeInAddress()) this.#named();
    else void this.#greet(this.chat);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.#key);
    window.removeEventListener('hashchange', this.#named);
  }

  override render(): TemplateResult {
    const { calls } = this.#calls;
    const { news, installingSince, installError } = this.controller;
    const { shown, tools } = this;
    const tool = tools.find(({ name }) => name === this.#tool) ?? null;
    const asks = html`<bulkhead-asks skippable ?bar=${this.place === 'chat'} .asks=${this.#asks.asks} .skipping=${this.#asks.skipping}></bulkhead-asks>`;
    const here = this.place === 'tools';
    const empty = shown.length + tools.length + calls.length === 0;
    return html`
      ${workbenchHead({
        ...this.stops,
        place: this.place,
        there: this.#there,
        go: this.#go,
        keys: () => this.piece<BulkheadKeys>('keys')?.toggle(),
        resume: this.resume,
      })}
      <main class="${empty ? 'empty' : ''} ${news === '' ? '' : 'news'}" ?hidden=${!here}
        @bh-card=${this.#card}
        @bh-tool=${this.#choose} @bh-commit=${({ detail: { call } }: BulkheadEvent<'bh-commit'>) => this.host && this.#calls.commit(this.host, call)} @bh-orchestrate=${this.#orchestrate} @bh-execute=${this.#execute} @bh-stop=${this.#stop}
      >
        ${this.failure()}
        <bulkhead-palette .tools=${tools} .flags=${this.#flags} .search=${this.#search} .tool=${this.#tool}></bulkhead-palette>
        <div class="stack work">
          ${here ? asks : nothing}
          ${this.page()}
          <bulkhead-tool-form .tool=${tool} ?off=${tool !== null && !isSwitchedOn(this.#flags, tool.name)} .error=${this.#refused}></bulkhead-tool-form>
          ${workbenchCalls(calls, () => this.#calls.clear())}
        </div>
        ${workbenchPackages({
          host: this.host,
          plugins: shown,
          examples: this.examples,
          installingSince,
          installError,
          extension: this.extension,
          connect: this.#connect,
          connectMcp: this.connectMcp,
          review: this.#review,
        })}
        <bulkhead-walls .status=${this.status}></bulkhead-walls>
      </main>
      ${places(this.place, this.#seen, this.host, asks, {
        chat: this.#chats.render(this.place === 'chat' ? asks : nothing),
        studio: this.#studios.render(),
        sample: this.memorySample,
      })}
      <bulkhead-keys></bulkhead-keys>
      ${this.above()}
    `;
  }

  protected override follow(): void {
    super.follow();
    this.#asks.follow();
  }

  protected override unfollow(): void {
    super.unfollow();
    this.#asks.leave();
  }

  protected override async refresh(): Promise<void> {
    await super.refresh();
    // A tool that went away leaves its place empty: the next press of Run must not start another one.
    if (this.#tool === '') this.#tool = this.tools[0]?.name ?? '';
    this.requestUpdate();
  }

  #go = (place: Place): void => {
    const { chat, studio } = this;
    if (!this.#there(place)) return;
    if (place === 'chat' && chat) void this.#chats.load(chat);
    if (place === 'studio' && chat && studio) void this.#studios.load(studio, () => this.#chats.load(chat));
    this.#seen.add(place);
    this.place = place;
    if (this.chat) nameInAddress(place);
  };

  #there = (place: Place): boolean =>
    (place !== 'chat' && place !== 'studio') || (this.chat !== null && (place === 'chat' || this.studio !== null));

  #named = (): void => {
    const place = this.chat && placeInAddress();
    if (place) this.#go(place);
  };

  /** A newcomer begins where something happens by itself. */
  async #greet(open: OpenChat): Promise<void> {
    this.#go((await this.#chats.greet(open)) ? 'chat' : 'tools');
  }

  /** Goes to a place by its key: the keyboard begins there at its heading. */
  #enter = async (place: Place): Promise<void> => {
    this.#go(place);
    const element = PLACE_ELEMENTS[place];
    if (element !== null) return this.focusIn(element, '#title');
    this.renderRoot.querySelector<HTMLElement>(`[data-place=${place}]`)?.focus();
  };

  #find = async (): Promise<void> => {
    if (this.place !== 'tools') {
      this.#go('tools');
      await this.updateComplete;
    }
    this.piece<BulkheadPalette>('palette')?.find();
  };

  #search = async (query: string, signal: AbortSignal): Promise<readonly ToolInfo[]> =>
    (await this.host?.tools.search(query, { signal })) ?? [];

  #connect: ConnectPort = async (port, options) => {
    if (!this.host) throw new Error('no host');
    return this.host.connect(port, options);
  };

  #review = async (card: unknown, ask: (found: readonly FoundTool[]) => unknown) => {
    if (!this.host) throw new Error('no host');
    return this.host.orchestrator.reviewImport(card, ask);
  };

  #card = ({ detail: { file } }: BulkheadEvent<'bh-card'>): void => {
    void this.piece<BulkheadCardImport>('card-import')?.take(file);
  };

  /** Puts the first tool of a plugin under the user's hands. */
  protected override async begin(id: string): Promise<void> {
    this.#tool = this.plugins.find((plugin) => plugin.id === id)?.tools[0]?.name ?? this.#tool;
    this.requestUpdate();
    await this.focusIn('tool-form', '[data-testid=tool-run]');
  }

  #choose = ({ detail: { tool, keyboard } }: BulkheadEvent<'bh-tool'>): void => {
    this.#tool = tool;
    this.#refused = null;
    this.requestUpdate();
    if (matchMedia('(max-width: 860px)').matches) this.piece('tool-form')?.scrollIntoView();
    if (keyboard) void this.focusIn('tool-form', '[data-field], [data-testid=tool-run]');
  };

  #orchestrate = ({ detail: { tool, on } }: BulkheadEvent<'bh-orchestrate'>): void => {
    this.#flags = switchTool(tool, on);
    this.requestUpdate();
  };

  #execute = async ({ detail: { tool, args, simulate, timeoutMs } }: BulkheadEvent<'bh-execute'>): Promise<void> => {
    if (!this.host) return;
    this.#refused = null;
    const options = { flags: this.#flags, simulate, ...(timeoutMs !== undefined && { timeoutMs }) };
    // What a plugin's tool would do is known, and can be done afterwards; of other tools only what they say.
    const known = simulate && this.tools.some(({ name, kind }) => name === tool && kind === 'plugin');
    const call = known
      ? await this.#calls.simulate(this.host, tool, args, timeoutMs)
      : await this.#calls.dispatch(this.host, tool, args, options);
    if (call?.error?.code === 'TOOL_ARGUMENTS_INVALID' && tool === this.#tool) this.#refused = call.error;
    await this.consents.renew();
  };

  #stop = ({ detail: { call } }: BulkheadEvent<'bh-stop'>): void => {
    this.#calls.stop(call);
    void this.focusIn('tool-form', '[data-testid=tool-run]');
  };

  #key = (event: KeyboardEvent): void => {
    // What an element inside has done with it is done.
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') this.controller.cancel();
    if (this.place === 'memory') this.piece<BulkheadMemory>('memory')?.key(event);
    if (event.defaultPrevented) return;
    const newest = this.#calls.calls.find(({ state }) => state === 'running');
    onSingleKey(event, {
      '?': () => this.piece<BulkheadKeys>('keys')?.toggle(),
      '/': () => void this.#find(),
      ...Object.fromEntries(PLACES.map((place, at) => [`${at + 1}`, () => void this.#enter(place)])),
      ...(newest && { '.': () => this.#calls.stop(newest.id) }),
    });
  };
}

define('bulkhead-workbench', BulkheadWorkbench);
