const KEPT = ['keydown', 'keyup', 'keypress', 'paste'] as const;

/**
 * Keeps keys and pasted files that begin inside an element from the page around it, which may have shortcuts of its own. A key
 * that is pressed inside comes up inside, also where what had it is gone by then.
 * They have passed through the element by then; a page that listens in the capture phase still gets them.
 */
export function keepKeys(element: EventTarget): void {
  for (const type of KEPT) element.addEventListener(type, (event) => event.stopPropagation());
  const held = new Set<string>();
  const isInside = (event: Event) => event.composedPath().includes(element);
  const watch = (event: KeyboardEvent) => {
    // Pressed elsewhere since: somebody has missed how it came up.
    const wasHeld = !isInside(event) && held.delete(event.code);
    if (event.type === 'keyup') {
      held.delete(event.code);
      if (wasHeld) event.stopPropagation();
    }
    if (held.size > 0) return;
    for (const type of ['keydown', 'keyup'] as const) window.removeEventListener(type, watch, true);
  };
  element.addEventListener('keydown', (event) => {
    held.add((event as KeyboardEvent).code);
    for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, watch, true);
  });
}
