/** What is done about files that are dragged and dropped. */
export interface DropWork {
  /** Files are held over the place, or not any more. */
  over(files: boolean): void;
  drop(files: readonly File[]): void;
}

const held = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes the files that are dropped on the whole page: one that misses a box would make the browser leave for it.
 * @returns a function that ends it.
 */
export function takeDropsOfPage(work: DropWork): () => void {
  return listen(window, {
    dragover(event) {
      event.preventDefault();
      work.over(held(event));
    },
    dragleave({ relatedTarget }) {
      if (relatedTarget === null) work.over(false);
    },
    drop(event) {
      event.preventDefault();
      work.over(false);
      work.drop([...(event.dataTransfer?.files ?? [])]);
    },
  });
}

/**
 * Takes the files that are dropped within one element, and keeps what is dragged there from the page around it. The rest
 * of the page, and dragged text, are left alone.
 * @returns a function that ends it.
 */
export function takeDropsWithin(element: Element, work: DropWork): () => void {
  const keep = (event: DragEvent): boolean => {
    event.stopPropagation();
    if (held(event)) event.preventDefault();
    return held(event);
  };
  return listen(element, {
    dragover: (event) => work.over(keep(event)),
    dragleave({ relatedTarget }) {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) work.over(false);
    },
    drop(event) {
      work.over(false);
      if (keep(event)) work.drop([...(event.dataTransfer?.files ?? [])]);
    },
  });
}

/**
 * Refuses files within one element: whoever holds one over it sees that it cannot be dropped there, and the browser does not leave
 * for it. Dragged text is left alone.
 * @returns a function that ends it.
 */
export function refuseDropsWithin(element: Element): () => void {
  const refuse = (event: DragEvent): void => {
    event.stopPropagation();
    if (!held(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };
  return listen(element, { dragover: refuse, dragleave: (event) => event.stopPropagation(), drop: refuse });
}

interface Listeners {
  readonly dragover: (event: DragEvent) => void;
  readonly dragleave: (event: DragEvent) => void;
  readonly drop: (event: DragEvent) => void;
}

function listen(target: EventTarget, listeners: Listeners): () => void {
  const stop = new AbortController();
  for (const [type, listener] of Object.entries(listeners)) {
    target.addEventListener(type, (event) => listener(event as DragEvent), { signal: stop.signal });
  }
  return () => stop.abort();
}
