// Nothing of the elements but types: this file is loaded beside them, from wherever they were loaded.
import type { t } from '../i18n/text.js';
import { type Links, toHtml } from './marked.js';
import { PICTURE_AT, sanitize } from './purify.js';

/** What a text may show beside its words. */
export interface Shown {
  /** Addresses of the pictures that the reader has asked for. */
  readonly pictures: Set<string>;
  /** Where named links lead. */
  readonly links: Links;
  /** The words of the interface. */
  readonly say: typeof t;
}

/** One block of Markdown as nodes; `null` when it is to be shown as it is written. */
export function renderText(text: string, shown: Shown): DocumentFragment | null {
  const html = toHtml(text, shown.links);
  if (html === null) return null;
  let fragment: DocumentFragment;
  try {
    fragment = sanitize(html);
  } catch {
    // A page that does not let anybody parse HTML.
    return null;
  }
  for (const pre of fragment.querySelectorAll('pre')) {
    pre.replaceWith(codeBox(pre.textContent.replace(/\n$/, ''), '', shown.say).box);
  }
  for (const table of fragment.querySelectorAll('table')) {
    // What is read in one piece scrolls in one piece.
    if (table.parentElement?.closest('table')) continue;
    const scroll = document.createElement('div');
    scroll.className = 'scroll';
    name(scroll, shown.say('chat.table'));
    table.replaceWith(scroll);
    scroll.append(table);
  }
  for (const image of fragment.querySelectorAll('img')) image.replaceWith(picture(image, shown));
  return fragment;
}

/** A box of code with a button that copies it, and the text in it. */
export function codeBox(
  code: string,
  language: string,
  say: typeof t,
): { readonly box: HTMLElement; readonly text: Text } {
  const box = document.createElement('div');
  box.className = 'code';
  const head = document.createElement('div');
  head.className = 'code-head';
  const label = document.createElement('span');
  label.className = 'small muted mono foreign cut';
  label.textContent = language;
  const copy = document.createElement('bulkhead-copy');
  const pre = document.createElement('pre');
  name(pre, language === '' ? say('chat.code') : `${say('chat.code')}: ${language}`);
  const inner = document.createElement('code');
  const text = document.createTextNode(code);
  inner.append(text);
  pre.append(inner);
  Object.assign(copy, { value: () => text.data });
  head.append(label, copy);
  box.append(head, pre);
  return { box, text };
}

/** What scrolls is reached by keyboard, and says what it is. */
function name(element: HTMLElement, label: string): void {
  element.tabIndex = 0;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', label);
}

/** A picture, or a button in its place until the reader asks for it: loading a picture shows its server who reads. */
function picture(image: HTMLImageElement, { pictures: wanted, say }: Shown): Node {
  const src = image.getAttribute(PICTURE_AT);
  const alt = image.getAttribute('alt') ?? '';
  if (src === null) return document.createTextNode(alt);
  if (src.startsWith('data:') || wanted.has(src)) return load(src, alt, say);
  const { host } = new URL(src);
  const button = document.createElement('button');
  button.className = 'picture';
  button.type = 'button';
  button.dataset.testid = 'picture';
  button.title = say('chat.pictureTeach', { host });
  button.textContent =
    alt === '' ? say('chat.picture', { host }) : say('chat.pictureNamed', { host, alt: alt.slice(0, 80) });
  button.addEventListener('click', () => {
    wanted.add(src);
    const shown = load(src, alt === '' ? host : alt, say);
    // The button had the keyboard.
    shown.tabIndex = -1;
    button.replaceWith(shown);
    shown.focus();
  });
  return button;
}

function load(src: string, alt: string, say: typeof t): HTMLImageElement {
  const image = document.createElement('img');
  image.referrerPolicy = 'no-referrer';
  image.decoding = 'async';
  image.alt = alt;
  image.addEventListener('error', () => {
    const failed = document.createElement('span');
    failed.className = 'small muted';
    const host = src.startsWith('data:') ? 'data:' : new URL(src).host;
    failed.textContent = say('chat.pictureFailed', { host });
    image.replaceWith(failed);
  });
  image.src = src;
  return image;
}
