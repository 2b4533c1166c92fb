import { html, nothing, type TemplateResult } from 'lit';
import type { ChatDesk, ModelTest } from '../chat/types.js';
import { viewError } from './error-text.js';
import type { ModelKind, TestState } from './model-choice.js';
import './model-settings.js';
import './skill-switches.js';
import { t } from './text.js';

/** A drawer with what the model may read in this session, and which model that is. */
export function chatPanel({ room, models }: ChatDesk): TemplateResult {
  const { skills } = room.state;
  const { profile, keyKept, test, browser } = models.state;
  const kinds: readonly ModelKind[] = [{ kind: 'openai' }, { kind: 'browser', state: browser.state }];
  return html`<dialog class="panel" aria-label=${t('talk.settings')} data-testid="chat-panel">
    <form method="dialog" class="row"><span class="grow"></span><button data-testid="chat-panel-close">${t('app.close')}</button></form>
    <bulkhead-model-settings .profile=${profile} .kinds=${kinds} .test=${testView(test)} ?key-kept=${keyKept}></bulkhead-model-settings>
    <div class="stack"><bulkhead-skill-switches .skills=${skills}></bulkhead-skill-switches>
      ${skills.length > 0 ? html`<p class="small muted">${t('talk.skillsTeach')}</p>` : nothing}</div>
  </dialog>`;
}

const testView = (test: ModelTest | null): TestState =>
  test?.state === 'failed' ? { state: 'failed', error: viewError(test.failure) } : test;
