const CONTROLS =
  'button input select option optgroup textarea label fieldset legend progress meter output section article header footer nav main aside figure figcaption';
const VALUES =
  'class title lang dir role tabindex type value placeholder checked selected disabled readonly multiple rows cols min max step maxlength label open hidden colspan rowspan scope start name href src alt datetime';

/** What may be shown of what an adapter draws, beside words: controls that do nothing by themselves, classes and `data-*`. */
export const panelConfig = (tags: readonly string[]) =>
  ({
    ALLOWED_TAGS: [...tags, ...CONTROLS.split(' ')],
    ALLOWED_ATTR: VALUES.split(' '),
    ADD_URI_SAFE_ATTR: VALUES.split(' ').filter((name) => !['href', 'src'].includes(name)),
    ALLOWED_URI_REGEXP: /^(?:https?|mailto|data):/i,
    ALLOW_DATA_ATTR: true,
    ALLOW_ARIA_ATTR: true,
    ALLOW_UNKNOWN_PROTOCOLS: false,
    RETURN_DOM_FRAGMENT: true as const,
  }) satisfies { readonly [option: string]: unknown };

/** Kinds of fields that neither load, nor send, nor ask for a password. */
const FIELDS: readonly string[] = [
  ...['text', 'search', 'number', 'checkbox', 'radio', 'range', 'color', 'date', 'time', 'month', 'week', 'hidden'],
  'datetime-local',
];
/** What a browser takes the keyboard to, anyway. */
const NATIVE = 'a[href], button, input, select, textarea, summary';

/** Makes a control do nothing by itself, while its node is still in a document without a page. */
export function tame(node: Element): void {
  if (node.localName === 'button') node.setAttribute('type', 'button');
  if (node.localName === 'input' && !FIELDS.includes(node.getAttribute('type')?.toLowerCase() ?? 'text')) {
    node.setAttribute('type', 'text');
  }
  const name = node.getAttribute('name');
  // What else has a name is found by it in the document; and radio buttons of one name are one choice, wherever they are.
  if (!node.matches('input, select, textarea')) node.removeAttribute('name');
  else if (name !== null && node.matches('[type=radio]')) node.setAttribute('name', `bh-panel-${name}`);
  const place = node.getAttribute('tabindex');
  if (place !== null && place !== '-1') node.setAttribute('tabindex', '0');
  // Whatever can be pressed is reached by keyboard.
  if (node.hasAttribute('data-iter-custom-action') && !node.matches(NATIVE)) {
    if (place === null) node.setAttribute('tabindex', '0');
    if (!node.hasAttribute('role')) node.setAttribute('role', 'button');
  }
}
