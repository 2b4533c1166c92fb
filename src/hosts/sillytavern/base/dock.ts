import type { BulkheadDrawer } from '../../../ui/drawer/drawer.js';

/** On the body while the chat makes room beside the drawer. */
const DOCKED = 'bulkhead-docked';

/**
 * Keeps the drawer beside the chat where the window has room for both, and else over the chat but never over the box in which its
 * user writes. @returns a function that ends it.
 */
export function dock(drawer: BulkheadDrawer): () => void {
  const form = document.querySelector('#form_sheld');
  const { body } = document;
  const place = () => {
    body.classList.remove(DOCKED);
    if (!drawer.open) return;
    const chat = document.querySelector('#sheld')?.getBoundingClientRect().width ?? Number.POSITIVE_INFINITY;
    const { width } = drawer.getBoundingClientRect();
    const isBeside = chat + width <= window.innerWidth;
    body.classList.toggle(DOCKED, isBeside);
    body.style.setProperty('--bulkhead-drawer', `${width}px`);
    const below = isBeside || !form ? 0 : window.innerHeight - form.getBoundingClientRect().top;
    drawer.style.setProperty('--bh-below', `${Math.max(0, Math.round(below))}px`);
  };
  const opened = new MutationObserver(place);
  opened.observe(drawer, { attributeFilter: ['open'] });
  // The box grows with what is written in it.
  const sizes = new ResizeObserver(place);
  if (form) sizes.observe(form);
  window.addEventListener('resize', place);
  place();
  return () => {
    opened.disconnect();
    sizes.disconnect();
    window.removeEventListener('resize', place);
    body.classList.remove(DOCKED);
    body.style.removeProperty('--bulkhead-drawer');
  };
}
