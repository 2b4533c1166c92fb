const FIELDS = 'input, select, textarea';
/** Where the keyboard was, in places that have since been drawn without it: what is at work takes its buttons away for a while. */
const left = new WeakMap<HTMLElement, string>();
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Identifies an element when all of them are drawn anew: its purpose, and its index among elements of that purpose. */
function keysOf(root: ParentNode, selector: string): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const element of root.querySelectorAll(selector)) {
    const said = [...element.attributes]
      .filter(({ name }) => name === 'name' || name.startsWith('data-'))
      .map(({ name, value }) => `${name}=${value}`);
    const words = element.matches('summary, button') ? element.textContent : '';
    const key = `${element.localName} ${said.sort().join(' ')} ${words}`;
    let at = 0;
    while (found.has(`${key} ${at}`)) at += 1;
    found.set(`${key} ${at}`, element);
  }
  return found;
}

function valuesOf(field: Field): readonly [first: string, now: string] {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return [String(Math.max(first, 0)), String(field.selectedIndex)];
  }
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    return [String(field.defaultChecked), String(field.checked)];
  }
  return [field.defaultValue, field.value];
}

function fill(field: Field, value: string): void {
  if (field instanceof HTMLSelectElement) field.selectedIndex = Number(value);
  else if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    field.checked = value === 'true';
  } else field.value = value;
}

/** Replaces what was drawn. What was typed, opened and focused stays where the same element is still there. */
export function carryOver(place: HTMLElement, next: DocumentFragment): void {
  const fields = keysOf(place, FIELDS);
  for (const [key, fresh] of keysOf(next, FIELDS)) {
    const old = fields.get(key);
    // Without a name the how-manieth may be another.
    if (!old || !key.includes('=')) continue;
    const [before, now] = valuesOf(old as Field);
    if (now !== before && valuesOf(fresh as Field)[0] === before) fill(fresh as Field, now);
  }
  const summaries = keysOf(place, 'summary');
  for (const [key, fresh] of keysOf(next, 'summary')) {
    const [old, now] = [summaries.get(key)?.parentElement, fresh.parentElement];
    if (old instanceof HTMLDetailsElement && now instanceof HTMLDetailsElement) now.open = old.open;
  }
  const selector = `${FIELDS}, summary, button, a, [tabindex]`;
  const now = [...keysOf(place, selector)].find(([, element]) => element.matches(':focus'))?.[0];
  const held = now ?? (isNowhere(document.activeElement) ? left.get(place) : undefined);
  const { scrollTop } = place;
  place.replaceChildren(next);
  place.scrollTop = scrollTop;
  const again = held === undefined ? undefined : keysOf(place, selector).get(held);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  if (held === undefined || again?.matches(':focus')) left.delete(place);
  else left.set(place, held);
}

/** Whether nobody has taken the keyboard elsewhere. */
const isNowhere = (active: Element | null): boolean =>
  active === null || active === document.body || active instanceof HTMLDialogElement;
