import { css, html, nothing, svg, type TemplateResult } from 'lit';
import type { Facts } from '../../../worker/protocol/capabilities/index.js';
import { type PermissionLike, TABLE } from '../../../worker/protocol/permission-facts.js';
import type { PluginInfo } from '../../index.js';
import { t } from '../i18n/text.js';

/** The three things about a plugin that a user must not overlook; each looks the same wherever it is shown. */
export type Mark = 'leaves' | 'changes' | 'final';

/** The look of `marks`. */
export const markStyles = css`
  .marks {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 2px 10px;
    font-size: 12px;
    vertical-align: middle;
  }
  .mark-of {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    color: var(--_warn);
  }
  .mark-of.final {
    color: var(--_danger);
  }
  .mark-of svg {
    width: 14px;
    height: 14px;
    flex: none;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
`;

const SHAPES = {
  /** An arrow out of a box. */
  leaves: svg`<path d="M7 3H3v10h10V9M9.5 2.5h4v4M13.5 2.5 8 8" />`,
  /** A pencil. */
  changes: svg`<path d="m2.5 13.5.7-3.2L11 2.5l2.5 2.5-7.8 7.8-3.2.7ZM9.3 4.2l2.5 2.5" />`,
  /** A circle without a way back. */
  final: svg`<path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8v4M8 11.2v.1" />`,
} as const satisfies { readonly [mark in Mark]: unknown };

const ORDER: readonly Mark[] = ['leaves', 'changes', 'final'];

/** The marks of what something may do. */
export function marksOfFacts({ leavesDevice, changes, undoable }: Facts): readonly Mark[] {
  const found: readonly (Mark | false)[] = [leavesDevice && 'leaves', changes && 'changes', !undoable && 'final'];
  return found.filter((mark) => mark !== false);
}

/** What a permission lets a plugin do that a user must not overlook. */
export const marksOf = (permission: PermissionLike, table = TABLE): readonly Mark[] =>
  marksOfFacts(table.factsOf(permission));

/** The marks of everything a plugin may do or ask for, each once. */
export function pluginMarks({ manifest }: PluginInfo): readonly Mark[] {
  const { permissions = [], optionalPermissions = [], tools = [] } = manifest ?? {};
  const found = new Set<Mark>([...permissions, ...optionalPermissions].flatMap((one) => marksOf(one)));
  if (tools.some(({ annotations }) => annotations?.destructive)) found.add('final');
  return ORDER.filter((mark) => found.has(mark));
}

/** Marks with their words, or without them where there is no room: then a screen reader still says them. */
export function marks(list: readonly Mark[], words = true): TemplateResult | typeof nothing {
  if (list.length === 0) return nothing;
  return html`<span class="marks">${list.map((mark) => {
    const text = t(`mark.${mark}`);
    return html`<span class="mark-of ${mark}" data-mark=${mark} role=${words ? nothing : 'img'}
      aria-label=${words ? nothing : text} title=${words ? nothing : text}
      ><svg viewBox="0 0 16 16" aria-hidden="true">${SHAPES[mark]}</svg>${words ? text : nothing}</span>`;
  })}</span>`;
}
