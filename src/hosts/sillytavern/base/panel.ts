import { make } from './dom.js';
import type { Words } from './words.js';

interface PanelParts {
  readonly words: Words;
  readonly open: () => void;
  readonly stopAll: () => void;
}

/** Our place in SillyTavern's own page: an entry among the extensions' settings, and one in the menu beside the text box. */
interface Panel {
  /** Lines about how things stand. */
  show(lines: readonly string[]): void;
  remove(): void;
}

/** Builds both, of the host's own classes, so that they look as every theme wants them. */
export function addPanel({ words, open, stopAll }: PanelParts): Panel {
  const div = (className: string, ...children: (Node | string)[]) => make('div', { className }, children);
  const button = (text: string, press: () => void) => pressable(div('menu_button interactable', text), press);
  const lines = make('div', { className: 'bulkhead-lines', role: 'status' });
  const settings = div(
    'extension_container',
    div(
      'inline-drawer',
      div(
        'inline-drawer-toggle inline-drawer-header',
        make('b', {}, ['Bulkhead']),
        div('inline-drawer-icon fa-solid fa-circle-chevron-down down'),
      ),
      div(
        'inline-drawer-content',
        make('p', { textContent: words('teach') }),
        lines,
        div('bulkhead-row', button(words('open'), open), button(words('stopAll'), stopAll)),
      ),
    ),
  );
  settings.id = 'bulkhead_settings';
  const icon = div('fa-fw fa-solid fa-shield-halved extensionsMenuExtensionButton');
  const entry = div('list-group-item flex-container flexGap5 interactable', icon, make('span', {}, ['Bulkhead']));
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
      lines.replaceChildren(...texts.map((text) => make('div', {}, [text])));
    },
    remove() {
      settings.remove();
      entry.remove();
    },
  };
}

/** SillyTavern's buttons are `div`s; with a role, a place in the tab order and its keys they are buttons to everybody. */
function pressable(element: HTMLElement, press: () => void): HTMLElement {
  element.tabIndex = 0;
  element.setAttribute('role', 'button');
  element.addEventListener('click', press);
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    press();
  });
  return element;
}
