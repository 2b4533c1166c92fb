import { css, html, nothing, type TemplateResult } from 'lit';
import type { SkillInfo } from '../../index.js';
import { language } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { said } from '../shared/strangers.js';
import { toolWords } from '../tools/tool-row.js';

export const skillRowStyles = css`
  .skills {
    margin-block-start: -4px;
    max-height: 70vh;
    overflow: auto;
  }
  .skills > :first-child {
    border-top: 0;
  }
`;

/** One skill: what it is, where it runs, how it has fared, and its switch. */
export function skillRow(skill: SkillInfo, turn: (on: boolean) => void): TemplateResult {
  const { name, description, owner, runs, enabled, sensitive, calls, failures } = skill;
  const percent = new Intl.NumberFormat(language(), { style: 'percent' }).format(calls === 0 ? 0 : failures / calls);
  const about = html`${
    sensitive
      ? html`<span class="warn" data-testid="skill-sensitive"><span aria-hidden="true">⚠</span> ${t('skills.sensitive')}</span> · `
      : nothing
  }${owner === 'skills' ? nothing : html`${said('skills.of', { owner })} · `}${t(`skills.runs.${runs}`)}${
    enabled || calls > 0
      ? html` · <span data-testid="skill-calls" data-count=${calls}>${calls === 0 ? t('skills.notCalled') : t('skills.calls', { count: calls })}</span>`
      : nothing
  }${
    failures === 0
      ? nothing
      : html` · <span class="danger" data-testid="skill-failures" data-count=${failures}>${t('skills.rate', { percent })}</span>`
  }`;
  return html`<li class="tool" data-testid="skill" data-skill=${name} data-enabled=${enabled}>
    ${toolWords({ name, about, description })}
    <input type="checkbox" role="switch" data-testid="skill-switch" aria-label=${t('skills.switch', { name })} .checked=${enabled}
      @change=${(event: Event) => turn((event.target as HTMLInputElement).checked)} />
  </li>`;
}
