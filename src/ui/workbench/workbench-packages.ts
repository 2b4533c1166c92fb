import { html, nothing, type TemplateResult } from 'lit';
import type { PluginInfo } from '../../index.js';
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

/** What the column of packages shows. */
export interface WorkbenchPackages {
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
  </div>`;
}
