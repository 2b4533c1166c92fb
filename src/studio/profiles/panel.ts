import { type ModeProfiles, OWN_AGENTS, type ProfileMode } from '../../engine/internal.js';
import type { RehearsalReport } from '../base/types.js';
import { button, type Html, html } from '../editors/html.js';
import type { Words } from '../editors/words.js';
import { problemWords } from './rehearse.js';

export interface ProfilePanel<M extends ProfileMode> {
  readonly mode: M;
  readonly profile: ModeProfiles[M];
  readonly used: boolean;
  /** Somebody has saved a profile, this one or another. */
  readonly saved: boolean;
  /** Whether proposals are rehearsed; `null` where that cannot be done. */
  readonly rehearses: boolean | null;
  readonly rehearsed: RehearsalReport | null;
  readonly busy: boolean;
}

const BODY: { readonly [M in ProfileMode]: (profile: ModeProfiles[M], words: Words) => Html } = {
  loop: ({ prompt }, words) =>
    prompt.trim() === ''
      ? html`<p class="bh-editor-muted">${words('prompt.none')}</p>`
      : html`<p class="bh-editor-text">${prompt}</p>`,
  spec: ({ stages }, words) =>
    html`<ol class="bh-editor-list">${stages.map(
      ({ id, mode, nodes }) => html`<li class="bh-editor-entry" data-stage="${id}">
        <h4>${id} ${nodes.length > 1 && html`<span class="bh-editor-muted">${words(`stage.${mode}`)}</span>`}</h4>
        <ol class="bh-editor-list">${nodes.map(({ id: name, type, prompt }) => agent(name, prompt, words(`node.${type}`), true))}</ol>
      </li>`,
    )}</ol>`,
  agenda: ({ plannerPrompt, agents, finalPrompt }, words) =>
    html`<ul class="bh-editor-list">${[
      agent(words(`agent.${OWN_AGENTS[0]}`), plannerPrompt),
      ...agents.map(({ name, prompt }) => agent(name, prompt)),
      agent(words(`agent.${OWN_AGENTS[1]}`), finalPrompt),
    ]}</ul>`,
};

/** `within`: it stands in a stage, which has a heading of its own. */
const agent = (name: string, prompt: string, task = '', within = false): Html => {
  const title = html`${name} ${task !== '' && html`<span class="bh-editor-muted">${task}</span>`}`;
  return html`<li class="bh-editor-entry" data-agent="${name}">
    ${within ? html`<h5>${title}</h5>` : html`<h4>${title}</h4>`}
    <p class="bh-editor-text">${prompt}</p>
  </li>`;
};

export function profilePanel<M extends ProfileMode>(panel: ProfilePanel<M>, words: Words): string {
  const { mode, profile, used, saved, rehearses, rehearsed, busy: off } = panel;
  const state = used ? (saved ? 'used' : 'usual') : 'other';
  const problems = problemWords(mode, profile, words);
  const limits = Object.entries<number>(profile.limits);
  return String(html`<section class="bh-editor" data-mode="${mode}">
    <h3 class="luker-studio-panel-title">${words(`panel.${mode}`)}</h3>
    <p class="bh-editor-state" data-state="${state}">${words(`state.${state}`)}</p>
    ${problems.length > 0 && html`<ul class="bh-editor-problems">${problems.map((one) => html`<li>${one}</li>`)}</ul>`}
    <div class="luker-studio-composer-buttons">
      ${button('apply', words('button.apply'), { off, primary: !used })}${button('usual', words('button.usual'), { off })}
      ${rehearses !== null && [button('rehearse', words('button.rehearse'), { off }), button('rehearsals', words('button.rehearsals'), { off, pressed: rehearses })]}
    </div>
    ${rehearsed && reportPart(rehearsed, words)}
    ${BODY[mode](profile, words)}
    <h4>${words('limits')}</h4>
    <dl class="bh-editor-pairs">${limits.map(([name, value]) => html`<dt>${words(`limit.${name}`)}</dt><dd>${value}</dd>`)}</dl>
  </section>`);
}

const reportPart = ({ summary, checks, effects }: RehearsalReport, words: Words): Html =>
  html`<h4>${words('rehearsal')}</h4>
    <p>${summary}</p>
    <ul class="bh-editor-checks">${checks.map(
      ({ name, verdict, detail = '' }) =>
        html`<li data-verdict="${verdict}">${verdict === 'passed' ? '✓' : '✗'} ${name}${detail !== '' && html`<p class="bh-editor-text">${detail}</p>`}</li>`,
    )}</ul>
    ${effects.length > 0 && html`<ul class="bh-editor-list">${effects.map((one) => html`<li>${one}</li>`)}</ul>`}`;
