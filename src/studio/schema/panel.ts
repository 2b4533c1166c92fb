import type { NodeType } from '../../../worker/memory/schema/node-type.js';
import { button, type Html, html } from '../editors/html.js';
import type { Words } from '../editors/words.js';
import type { MemorySchema } from './schema.js';

export interface SchemaPanel {
  readonly schema: MemorySchema;
  /** It is what memory works by, of all chats. */
  readonly used: boolean;
  /** One is saved for all chats, this or another. */
  readonly saved: boolean;
  /** The character that may have one of its own. */
  readonly own: { readonly name: string; readonly used: boolean; readonly saved: boolean } | null;
  readonly busy: boolean;
}

export function schemaPanel({ schema, used, saved, own, busy: off }: SchemaPanel, words: Words): string {
  const state = used ? (saved ? 'used' : 'usual') : 'other';
  return String(html`<section class="bh-editor">
    <h3 class="luker-studio-panel-title">${words('panel')}</h3>
    <p class="bh-editor-state" data-state="${own?.used ? 'own' : state}">${words(own?.used ? 'state.own' : `state.${state}`, own?.name)}</p>
    <div class="luker-studio-composer-buttons">
      ${button('all', words('button.all'), { off, primary: !used && !own?.used })}${button('usual', words('button.usual'), { off })}
      ${own && [button('own', words('button.own', own.name), { off }), button('none', words('button.none', own.name), { off })]}
    </div>
    <ol class="bh-editor-list">${schema.types.map((type) => typePart(type, words))}</ol>
  </section>`);
}

function typePart(type: NodeType, words: Words): Html {
  const marks = [
    type.alwaysInject && words('type.always'),
    type.latestOnly && words('type.latest'),
    type.forceUpdate && words('type.force'),
    !type.editable && words('type.fixed'),
  ].filter((mark) => mark !== false);
  const { mode, threshold, fanIn, maxDepth, keepRecentLeaves } = type.compression;
  return html`<li class="bh-editor-entry" data-type="${type.id}">
    <h4>${type.label} <span class="bh-editor-muted">${type.id}${marks.map((mark) => ` · ${mark}`)}</span></h4>
    ${type.extractHint !== '' && html`<p class="bh-editor-text">${type.extractHint}</p>`}
    <dl class="bh-editor-pairs">${type.tableColumns.map((column) => columnPart(type, column, words))}</dl>
    <p class="bh-editor-muted">${words(`rollup.${mode}`, threshold, fanIn, maxDepth, keepRecentLeaves)}</p>
  </li>`;
}

function columnPart(type: NodeType, column: string, words: Words): Html {
  const marks = [
    type.requiredColumns.includes(column) && words('column.required'),
    type.primaryKeyColumns.includes(column) && words('column.primary'),
    type.embeddingColumns.includes(column) && words('column.embedded'),
  ].filter((mark) => mark !== false);
  const hint = type.columnHints[column] ?? '';
  return html`<dt data-column="${column}">${column}</dt>
    <dd><span class="bh-editor-muted">${marks.join(' · ')}</span>${hint !== '' && html`<p class="bh-editor-text">${hint}</p>`}</dd>`;
}
