const KEPT = ['keydown', 'keyup', 'keypress', 'paste'] as const;

/**
 * Keeps keys and pasted files that begin inside an element from the page around it, which may have shortcuts of its own.
 * They have passed through the element by then; a page that listens in the capture phase still hears of them.
 */
export function keepKeys(element: EventTarget): void {
  for (const type of KEPT) element.addEventListener(type, (event) => event.stopPropagation());
}
