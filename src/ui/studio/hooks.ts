/** What was pressed: one of the studio's own acts with the message or session it is about, or one of the adapter's. */
export type Hook =
  | { readonly kind: 'act'; readonly name: string; readonly about: string }
  | { readonly kind: 'toggle'; readonly name: string }
  | { readonly kind: 'custom'; readonly name: string };

/**
 * Finds what a click is for, through however many shadow roots. What decides of changes counts in the studio's own elements only:
 * the adapter's HTML may hold words of a model.
 */
export function hookOf(event: Event, within: EventTarget): Hook | null {
  const path = event.composedPath();
  const inside = path.slice(0, path.indexOf(within)).filter((one): one is HTMLElement => one instanceof HTMLElement);
  const isForeign = inside.some(({ dataset }) => dataset.bulkheadPanel !== undefined);
  for (const { dataset } of inside) {
    const { iterCustomAction, iterAction, iterToggle, iterId = '' } = dataset;
    if (iterCustomAction !== undefined) return { kind: 'custom', name: iterCustomAction };
    if (isForeign) continue;
    if (iterAction !== undefined) return { kind: 'act', name: iterAction, about: iterId };
    if (iterToggle !== undefined) return { kind: 'toggle', name: iterToggle };
  }
  return null;
}
