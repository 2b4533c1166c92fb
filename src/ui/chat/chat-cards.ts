import { html, nothing, type TemplateResult } from 'lit';
import type { ChatController, ExampleState } from '../../chat/index.js';
import type { PluginInfo } from '../../index.js';
import { t } from '../i18n/text.js';
import { modelForm } from '../models/model-form.js';
import { errorBox } from '../shared/error.js';
import { viewError } from '../shared/error-text.js';
import { formatList } from '../shared/format.js';
import { permissionWords } from '../shared/permission-words.js';
import { pluginName } from '../shared/plugin-name.js';
import { said } from '../shared/strangers.js';
import '../skills/skill-switches.js';

/** What can be done about an example. */
interface ExampleActs {
  readonly again: () => void;
  readonly connect: () => void;
}

/** Says that an example is being shown, what it has installed and may do, and how to go on. */
export function exampleCard(state: ExampleState, acts: ExampleActs, look: (id: string) => void): TemplateResult {
  const { plugin, playing, failure } = state;
  return html`<section class="card example stack ${playing ? 'playing' : ''}" data-testid="example" aria-labelledby="recorded">
    <div class="row"><h3 id="recorded" class="grow" data-testid="recorded">${t('talk.recorded')}</h3>
      <button class="small act" data-testid="example-again" ?disabled=${playing} @click=${acts.again}>${t('talk.again')}</button>
      <button class="small act" data-testid="example-connect" @click=${acts.connect}>${t('talk.connect')}</button></div>
    ${
      failure !== undefined
        ? errorBox(viewError(failure), 'example-error', t('talk.exampleFailed'))
        : plugin
          ? granted(plugin, look)
          : html`<p class="small muted" role="status">${t('talk.installing')}</p>`
    }
  </section>`;
}

function granted(plugin: PluginInfo, look: (id: string) => void): TemplateResult {
  const { permissions = [] } = plugin.manifest ?? {};
  const may = formatList(permissions.map((one) => permissionWords(one)));
  return html`<p class="small" data-testid="example-grant">${said('talk.installed', { name: pluginName(plugin), may })}
    <span class="muted">${t('talk.each')}</span>
    <button class="link" data-testid="example-look" @click=${() => look(plugin.id)}>${t('talk.look')}</button></p>`;
}

/** A drawer with what the model may read in this session, and which model that is. */
export function chatPanel({ room, models }: ChatController): TemplateResult {
  const { skills } = room.state;
  return html`<dialog class="panel" aria-label=${t('talk.settings')} data-testid="chat-panel">
    <form method="dialog" class="row"><span class="grow"></span><button data-testid="chat-panel-close">${t('app.close')}</button></form>
    ${modelForm(models)}
    <div class="stack"><bulkhead-skill-switches .skills=${skills}></bulkhead-skill-switches>
      ${skills.length > 0 ? html`<p class="small muted">${t('talk.skillsTeach')}</p>` : nothing}</div>
  </dialog>`;
}
