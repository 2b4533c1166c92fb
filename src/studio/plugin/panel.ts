import type { CAPABILITIES } from '../../../worker/protocol/capabilities/index.js';
import { TABLE } from '../../../worker/protocol/permission-facts.js';
import type { RehearsalReport, StudioSession } from '../base/types.js';
import { type Json, jsonObject, type PluginArtifact } from './artifact.js';
import type { Say, StudioLanguage, WordKey } from './words.js';

export interface PanelActions {
  readonly edit: boolean;
  readonly download: boolean;
}

const escaped = (text: unknown): string => String(text).replace(/[&<>"'`]/g, (found) => `&#${found.codePointAt(0)};`);

/** The plugin beside the conversation, as HTML: what it may do, its tools and tests, and what can be done with it. */
export function pluginPanel(
  session: StudioSession<PluginArtifact>,
  {
    say,
    language,
    actions,
    busy,
  }: {
    readonly say: Say;
    readonly language: StudioLanguage;
    readonly actions: PanelActions;
    readonly busy: boolean;
  },
): string {
  const { workingProfile: plugin } = session;
  const { id, manifest, source, tests } = plugin;
  const name = localised(manifest?.name, language) || id || say('panel.new');
  const about = [manifest?.version, id === '' ? say('panel.new') : say('panel.repairs', id)].filter(Boolean);
  return `
    <h3 class="luker-studio-panel-title">${escaped(name)} <small>${escaped(about.join(' · '))}</small></h3>
    ${paragraph(localised(manifest?.description, language))}
    <div class="luker-studio-composer-buttons">
      ${button('install', say, busy || source === '')}
      ${button('try', say, busy || source === '')}
      ${actions.edit ? button('source', say, busy) + (manifest === null ? '' : button('manifest', say, busy)) + button('tests', say, busy) : ''}
      ${actions.download ? button('download', say, source === '') : ''}
    </div>
    ${
      manifest === null
        ? paragraph(say('panel.own'))
        : `${section(say('panel.may'), permissions(plugin, say, language), say('panel.mayNothing'))}
    ${manifest.tools === undefined && source !== '' ? '' : section(say('panel.tools'), toolRows(plugin, say, language), say('panel.noTools'))}`
    }
    ${section(
      say('panel.tests'),
      tests.map((test) => `${escaped(test.name)} <code>${escaped(test.tool)}</code>`),
      say('panel.noTests'),
    )}
    ${tried(reportOf(session), plugin, say)}
    ${source === '' ? '' : `<p class="plugin_studio_source"><strong>${escaped(say('panel.source'))}</strong> ${escaped(linesOf(source, say))}</p>`}`;
}

function linesOf(source: string, say: Say): string {
  const count = source.trimEnd().split('\n').length;
  return count === 1 ? say('panel.line') : say('panel.lines', count);
}

const paragraph = (text: string): string => (text === '' ? '' : `<p>${escaped(text)}</p>`);

const section = (title: string, rows: readonly string[], empty: string): string =>
  `<h4>${escaped(title)}</h4>${rows.length === 0 ? `<p class="plugin_studio_empty">${escaped(empty)}</p>` : `<ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`}`;

const button = (
  action: 'source' | 'manifest' | 'tests' | 'try' | 'install' | 'download',
  say: Say,
  off: boolean,
): string =>
  `<button type="button" class="menu_button${action === 'install' ? ' bulkhead_primary' : ''}" data-iter-custom-action="${action}"${off ? ' disabled' : ''}><span>${escaped(say(`action.${action}`))}</span></button>`;

const listIn = (plugin: Pick<PluginArtifact, 'manifest'>, key: string): readonly Json[] => {
  const list = plugin.manifest?.[key];
  return Array.isArray(list) ? list.flatMap((one: unknown): readonly Json[] => [jsonObject(one) ?? {}]) : [];
};

export function permissions(
  plugin: Pick<PluginArtifact, 'manifest'>,
  say: Say,
  language: StudioLanguage,
  table = TABLE,
): readonly string[] {
  const row = (late: boolean) => (one: Json) => {
    const cap = String(one.cap);
    const words = table.caps.includes(cap) ? sayCap(cap, one, say, table) : cap;
    const reason = localised(one.reason, language);
    return `${escaped(words)}${late ? ` <small>(${escaped(say('permission.later'))})</small>` : ''}${reason === '' ? '' : `<br><small>“${escaped(reason)}”</small>`}`;
  };
  return [...listIn(plugin, 'permissions').map(row(false)), ...listIn(plugin, 'optionalPermissions').map(row(true))];
}

type PanelKey = (typeof CAPABILITIES)[number]['texts']['panel'];

/** What a permission is about, in words. @throws `TypeError` for a capability without words. */
function sayCap(cap: string, one: Json, say: Say, table: typeof TABLE): string {
  const { scoped, texts } = table.descriptor(cap);
  const needs = table.needs(cap);
  const where = one.scope === 'all' || one.scope === 'character' ? (`where.${one.scope}` as const) : 'where.chat';
  const detail = scoped ? say(where) : needs === undefined ? '' : [one[needs] ?? []].flat().join(', ');
  return say(texts.panel as PanelKey satisfies WordKey, detail);
}

const toolRows = (plugin: PluginArtifact, say: Say, language: StudioLanguage): readonly string[] =>
  listIn(plugin, 'tools').map((tool) => {
    const title = localised(tool.title, language);
    const uses = [tool.uses ?? []].flat().join(', ');
    const kind = say(tool.mode === 'read' ? 'panel.reads' : 'panel.writes');
    return `<code>${escaped(tool.name)}</code>${title === '' ? '' : ` ${escaped(title)}`}<br><small>${escaped([kind, uses].filter(Boolean).join(' · '))}</small>`;
  });

/** What came of trying the plugin as it is now: by hand, or as a proposal that was then taken whole. */
function reportOf({
  workingProfile,
  lastSimulation,
  messages,
}: StudioSession<PluginArtifact>): RehearsalReport | undefined {
  const now = versionOf(workingProfile);
  const { of, trial: report } = Object(lastSimulation) as { readonly of?: unknown; readonly trial?: RehearsalReport };
  if (report && of === now) return report;
  const applied = messages.findLast(({ toolState }) => toolState === 'completed');
  const { profileSnapshotAfter: after, review } = applied ?? {};
  const isWhole = !Object.values(review?.decisions ?? {}).includes('reject');
  return after && isWhole && versionOf(after) === now ? applied?.trial : undefined;
}

function tried(report: RehearsalReport | undefined, plugin: PluginArtifact, say: Say): string {
  if (!report) return paragraph(plugin.source === '' ? '' : say('panel.untried'));
  const rows = report.checks.map(
    ({ name, verdict, detail }) =>
      `<strong class="plugin_studio_${verdict}">${escaped(say(`verdict.${verdict}`))}</strong> ${escaped(name)}${detail === undefined ? '' : `<br><small>${escaped(detail)}</small>`}`,
  );
  return section(`${say('panel.tried')}: ${report.summary}`, rows, '');
}

export function versionOf(plugin: PluginArtifact): string {
  const text = JSON.stringify(plugin);
  let hash = 5_381;
  for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 33) ^ text.charCodeAt(i)) >>> 0;
  return `${text.length}-${hash.toString(36)}`;
}

/** A text of a manifest in the user’s language. */
export function localised(value: unknown, language: StudioLanguage): string {
  if (typeof value === 'string') return value;
  const texts = jsonObject(value);
  return String(texts?.[language] ?? texts?.en ?? '');
}
