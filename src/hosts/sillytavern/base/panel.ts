import type { Words } from './words.js';

/** What the entry in SillyTavern's extension panel shows and does. */
export interface PanelParts {
  readonly words: Words;
  readonly open: () => void;
  readonly stopAll: () => void;
}

/** Our place in SillyTavern's own page: an entry among the extensions' settings, and one in the menu beside the text box. */
export interface Panel {
  /** Lines about how things stand. */
  show(lines: readonly string[]): void;
  remove(): void;
}

/** Builds both, of the host's own classes, so that they look as every theme wants them. */
export function addPanel({ words, open, stopAll }: PanelParts): Panel {
  const lines = make('div', 'bulkhead-lines');
  lines.setAttribute('role', 'status');
  const settings = make('div', 'extension_container', [
    make('div', 'inline-drawer', [
      make('div', 'inline-drawer-toggle inline-drawer-header', [
        make('b', '', ['Bulkhead']),
        make('div', 'inline-drawer-icon fa-solid fa-circle-chevron-down down'),
      ]),
      make('div', 'inline-drawer-content', [
        make('p', '', [words('teach')]),
        lines,
        make('div', 'bulkhead-row', [button(words('open'), open), button(words('stopAll'), stopAll)]),
      ]),
    ]),
  ]);
  settings.id = 'bulkhead_settings';
  const entry = make('div', 'list-group-item flex-container flexGap5 interactable', [
    make('div', 'fa-fw fa-solid fa-shield-halved extensionsMenuExtensionButton'),
    make('span', '', ['Bulkhead']),
  ]);
  entry.id = 'bulkhead_menu';
  pressable(entry, open);
  document.querySelector('#extensions_settings2')?.append(settings);
  document.querySelector('#extensionsMenu')?.append(entry);
  let shown = '';
  return {
    show(texts) {
      // What has not changed is not announced again.
      if (shown === texts.join('\n')) return;
      shown = texts.join('\n');
      lines.replaceChildren(...texts.map((text) => make('div', '', [text])));
    },
    remove() {
      settings.remove();
      entry.remove();
    },
  };
}

function button(text: string, press: () => void): HTMLElement {
  const element = make('div', 'menu_button interactable', [text]);
  pressable(element, press);
  return element;
}

/** SillyTavern's buttons are `div`s; with a role, a place in the tab order and its keys they are buttons to everybody. */
function pressable(element: HTMLElement, press: () => void): void {
  element.tabIndex = 0;
  element.setAttribute('role', 'button');
  element.addEventListener('click', press);
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    press();
  });
}

function make(tag: string, className: string, children: readonly (Node | string)[] = []): HTMLElement {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...children);
  return element;
}
