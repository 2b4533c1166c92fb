import { html, nothing, type TemplateResult } from 'lit';
import type { ChatController } from '../../chat/index.js';
import { modelForm } from '../models/model-form.js';
import '../skills/skill-switches.js';
import { t } from '../i18n/text.js';

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
