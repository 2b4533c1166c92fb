import createPurify, { type Config, type DOMPurify } from 'dompurify';

const TAGS =
  'p br hr h1 h2 h3 h4 h5 h6 strong em b i u s del ins mark sub sup small code pre kbd samp var blockquote q cite ul ol li dl dt dd table caption thead tbody tfoot tr th td a img details summary span div ruby rt rp abbr';
const CONFIG = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ['href', 'title', 'alt', 'src', 'align', 'start', 'colspan', 'rowspan', 'open', 'lang'],
  // Of these nothing is an address.
  ADD_URI_SAFE_ATTR: ['align', 'start', 'colspan', 'rowspan', 'lang'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config;

const CONTROLS =
  'button input select option optgroup textarea label fieldset legend progress meter output section article header footer nav main aside figure figcaption';
const VALUES =
  'class title lang dir role tabindex type value placeholder checked selected disabled readonly multiple rows cols min max step maxlength label open hidden colspan rowspan scope start name href src alt datetime';

/** What may be shown of what an adapter draws, beside words: controls that do nothing by themselves, classes and `data-*`. */
const PANEL = {
  ALLOWED_TAGS: [...CONFIG.ALLOWED_TAGS, ...CONTROLS.split(' ')],
  ALLOWED_ATTR: VALUES.split(' '),
  ADD_URI_SAFE_ATTR: VALUES.split(' ').filter((name) => !['href', 'src'].includes(name)),
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|data):/i,
  ALLOW_DATA_ATTR: true,
  ALLOW_ARIA_ATTR: true,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config;

const LINKS: readonly string[] = ['http:', 'https:', 'mailto:'];
/** Pictures that cannot hold anything but a picture. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i;

/** Where the address of a picture is kept until somebody wants to see it. */
export const PICTURE_AT = 'data-picture';

let purify: DOMPurify | undefined;

/**
 * What of HTML may be shown: words, tables, links that open beside the page, and pictures without their addresses, so that
 * nothing is asked for. Nothing of it can name or style anything of the page.
 */
export function sanitize(html: string): DocumentFragment {
  purify ??= prepare();
  return purify.sanitize(html, CONFIG);
}

/**
 * The same of what an adapter draws: controls as well, classes and `data-*`, and of pictures only those that are in the HTML
 * itself.
 */
export function sanitizePanel(html: string): DocumentFragment {
  purify ??= prepare();
  return purify.sanitize(html, PANEL);
}

// One for both: a page may allow no more than one policy of that name.
function prepare(): DOMPurify {
  const own = createPurify(window);
  // While a node is still in a document that loads nothing.
  own.addHook('afterSanitizeAttributes', (node, _data, { ALLOW_DATA_ATTR: isPanel }) => {
    if (isPanel) tame(node);
    if (node.localName === 'img') (isPanel ? keepOwn : hold)(node);
    else {
      node.removeAttribute('src');
      node.removeAttribute('alt');
    }
    if (node.localName === 'a') lead(node);
    else node.removeAttribute('href');
  });
  return own;
}

function hold(picture: Element): void {
  const src = picture.getAttribute('src') ?? '';
  picture.removeAttribute('src');
  if (PICTURE.test(src) || ['http:', 'https:'].includes(protocolOf(src))) picture.setAttribute(PICTURE_AT, src);
}

function keepOwn(picture: Element): void {
  if (!PICTURE.test(picture.getAttribute('src') ?? '')) picture.removeAttribute('src');
}

function lead(link: Element): void {
  if (!LINKS.includes(protocolOf(link.getAttribute('href') ?? ''))) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer nofollow');
}

/** Empty for an address that does not say everything by itself. */
const protocolOf = (address: string): string => (URL.canParse(address) ? new URL(address).protocol : '');

/** Kinds of fields that neither load, nor send, nor ask for a password. */
const FIELDS: readonly string[] = [
  ...['text', 'search', 'number', 'checkbox', 'radio', 'range', 'color', 'date', 'time', 'month', 'week', 'hidden'],
  'datetime-local',
];
/** What a browser takes the keyboard to, anyway. */
const NATIVE = 'a[href], button, input, select, textarea, summary';

/** Makes a control do nothing by itself, while its node is still in a document without a page. */
function tame(node: Element): void {
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
