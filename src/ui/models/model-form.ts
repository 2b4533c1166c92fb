import { html, type TemplateResult } from 'lit';
import type { ModelConnection, ModelTest } from '../../chat/index.js';
import { viewError } from '../shared/error-text.js';
import type { ModelKind, TestState } from './model-draft.js';
import './model-settings.js';

/** The form of the page’s model, as it stands now. */
export function modelForm({ state }: ModelConnection): TemplateResult {
  const { profile, keyKept, test, browser } = state;
  const kinds: readonly ModelKind[] = [{ kind: 'openai' }, { kind: 'browser', state: browser.state }];
  return html`<bulkhead-model-settings .profile=${profile} .kinds=${kinds} .test=${testView(test)} ?key-kept=${keyKept}></bulkhead-model-settings>`;
}

const testView = (test: ModelTest | null): TestState =>
  test?.state === 'failed' ? { state: 'failed', error: viewError(test.failure) } : test;
