type Given<K extends keyof HTMLElementTagNameMap> = Partial<HTMLElementTagNameMap[K]> & { readonly testid?: string };

/** Makes an element of SillyTavern's page, with its properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { testid, role, ariaLabel, ...properties }: Given<K> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  const attributes = { 'data-testid': testid, role, 'aria-label': ariaLabel };
  for (const [name, value] of Object.entries(attributes)) if (value) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
