import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Host, PluginInfo } from '../../index.js';
import '../backup/backup.js';
import '../imports/card-import.js';
import type { ReviewCard } from '../imports/card-import.js';
import type { ErrorView } from '../shared/error-text.js';
import type { ConnectPort, ExtensionPage } from './extension.js';
import './extension.js';
import '../plugins/install.js';
import type { ConnectMcp } from '../mcp/mcp.js';
import '../mcp/mcp.js';
import type { Example } from '../plugins/plugin-list.js';
import '../plugins/plugin-list.js';
import '../tools/call.js';
import { t } from '../i18n/text.js';
import type { CallView } from '../tools/call-history.js';

/** What the column of packages shows. */
interface WorkbenchPackages {
  readonly host: Host | null;
  readonly plugins: readonly PluginInfo[];
  readonly examples: readonly Example[];
  /** 0 when no installation runs. */
  readonly installingSince: number;
  readonly installError: ErrorView | null;
  readonly extension: ExtensionPage | null;
  readonly connect: ConnectPort;
  /** Connects to an MCP server; `null` where the page offers none. */
  readonly connectMcp: ConnectMcp | null;
  readonly review: ReviewCard;
}

/** The column of what can be installed, connected and imported. */
export function workbenchPackages(shown: WorkbenchPackages): TemplateResult {
  const busy = shown.installingSince > 0;
  return html`<div class="stack packages">
    <bulkhead-plugin-list .plugins=${shown.plugins} .examples=${shown.examples} ?busy=${busy}></bulkhead-plugin-list>
    <bulkhead-install ?busy=${busy} .startedAt=${shown.installingSince} .error=${shown.installError}></bulkhead-install>
    ${shown.extension ? html`<bulkhead-extension .page=${shown.extension} .connect=${shown.connect}></bulkhead-extension>` : nothing}
    <bulkhead-mcp .connect=${shown.connectMcp}></bulkhead-mcp>
    <bulkhead-card-import .review=${shown.review}></bulkhead-card-import>
    <bulkhead-backup .host=${shown.host}></bulkhead-backup>
  </div>`;
}

/** The calls, newest first, the newest open. */
export function workbenchCalls(calls: readonly CallView[], clear: () => void): TemplateResult {
  return html`<section class="stack calls" aria-labelledby="calls">
    <div class="row calls-head"><h2 id="calls" class="grow">${t('calls.title')}</h2>
      ${calls.some(({ state }) => state !== 'running') ? html`<button class="plain small muted" @click=${clear}>${t('calls.clear')}</button>` : nothing}</div>
    ${calls.length === 0 ? html`<p class="muted">${t('calls.none')}</p>` : nothing}
    ${repeat(
      calls,
      ({ id }) => id,
      (call, index) =>
        html`<bulkhead-call data-testid="call" data-state=${call.state} data-tool=${call.tool} .call=${call} ?expanded=${index === 0}></bulkhead-call>`,
    )}
  </section>`;
}
