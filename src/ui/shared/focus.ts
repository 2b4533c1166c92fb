/** What has the focus, however many shadow roots deep. */
export function focused(): Element | null {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}

const BUTTONS: readonly string[] = [
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'color',
  'range',
  'image',
];

/** True for what takes letters: keys that are pressed there belong to it. */
export const takesText = (target: EventTarget | null | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select') ||
    (target instanceof HTMLInputElement && !BUTTONS.includes(target.type)));

/** True while the user is in a text: the keyboard is then not to be taken elsewhere. */
export const isTyping = (): boolean => takesText(focused());

/** Does what a single key stands for, unless it is pressed in a text or together with others. */
export function onSingleKey(event: KeyboardEvent, keys: { readonly [key: string]: () => void }): void {
  const work = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
  if (!work || event.ctrlKey || event.metaKey || event.altKey || takesText(event.composedPath()[0])) return;
  work();
  event.preventDefault();
}
