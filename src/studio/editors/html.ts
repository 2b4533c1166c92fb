/** Markup that is safe as it stands. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A text as it stands in markup, also within an attribute. */
export const escaped = (value: unknown): string =>
  String(value ?? '').replace(/[&<>"'`]/g, (found) => `&#${found.codePointAt(0)};`);

const part = (value: unknown): string => {
  if (value instanceof Html) return String(value);
  if (Array.isArray(value)) return value.map(part).join('');
  return value === false ? '' : escaped(value);
};

/** Markup with values: texts are escaped, `Html` and lists of it stand as they are, `false` and nothing are left out. */
export const html = (strings: TemplateStringsArray, ...values: readonly unknown[]): Html =>
  new Html(strings.map((text, at) => text + (at < values.length ? part(values[at]) : '')).join(''));

export interface ButtonState {
  /** What it does cannot be done now; the keyboard stays on it. */
  readonly off?: boolean;
  readonly pressed?: boolean;
  readonly primary?: boolean;
}

/** A button whose press reaches the adapter as an action. */
export const button = (
  action: string,
  label: string,
  { off = false, pressed, primary = false }: ButtonState = {},
): Html =>
  html`<button type="button" class="menu_button${primary && ' bulkhead_primary'}" data-iter-custom-action="${action}"${pressed !== undefined && html` aria-pressed="${String(pressed)}"`}${off && html` aria-disabled="true"`}>${label}</button>`;
