import { css, html, nothing, type TemplateResult } from 'lit';
import { isolated } from '../../../worker/protocol/display-text.js';
import { forModels, stranger } from '../shared/strangers.js';

/** The look of a list of tools with a control each. */
export const toolRowStyles = css`
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .tool {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 12px;
    align-items: start;
    border-top: 1px solid var(--_line);
    padding-block: 8px;
  }
  .tool:last-child {
    padding-block-end: 0;
  }
  .tool .name {
    font-weight: 600;
  }
  .about {
    line-height: 1.6;
  }
  .description {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .note {
    grid-column: 1 / -1;
  }
`;

/** What a row says of a tool. */
export interface ToolWords {
  readonly name: string;
  /** What stands under its name. */
  readonly about: TemplateResult | string;
  readonly description: string;
}

/** The words of a row: the tool's name, what it is, and two lines at most of what it says of itself. */
export const toolWords = ({ name, about, description }: ToolWords): TemplateResult => html`<div>
    <code class="name foreign">${stranger(name)}</code>
    <p class="about small muted foreign">${about}</p>
    ${description === '' ? nothing : html`<p class="description small foreign" title=${isolated(description)}>${forModels(description)}</p>`}
  </div>`;
