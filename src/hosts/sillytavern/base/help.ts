import { make } from './dom.js';
import type { Words } from './words.js';

let count = 0;

/** A choice with a “?” behind it that unfolds what the choice does. */
export function withHelp(choice: HTMLElement, text: string, words: Words): HTMLElement {
  count += 1;
  const about = make('small', {
    className: 'bulkhead-about',
    id: `bulkhead-help-${count}`,
    textContent: text,
    hidden: true,
  });
  const button = make('button', {
    ...{ type: 'button', className: 'bulkhead-help', textContent: '?', title: words('help') },
    ...{ ariaLabel: `${words('help')} ${choice.textContent?.trim() ?? ''}` },
  });
  button.setAttribute('aria-controls', about.id);
  const show = (isShown: boolean) => {
    about.hidden = !isShown;
    button.setAttribute('aria-expanded', String(isShown));
  };
  button.addEventListener('click', () => show(Boolean(about.hidden)));
  show(false);
  return make('div', { className: 'bulkhead-helped' }, [choice, button, about]);
}
