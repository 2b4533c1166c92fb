import { render, type TemplateResult } from 'lit';

/** The parts of a popup by the ends of their ids. */
export const PARTS = ['sub', 'status', 'conversation', 'pending', 'input', 'profile', 'history'] as const;
export type PartName = (typeof PARTS)[number];

/**
 * The parts of a studio in the page itself, each in a slot of its name, so that extensions find them by their ids and reach the
 * adapter’s HTML with their styles.
 */
export class StudioParts {
  readonly popupId: string;
  readonly #parts: ReadonlyMap<PartName, HTMLElement>;

  constructor(popupId: string, within: HTMLElement) {
    this.popupId = popupId;
    this.#parts = new Map(
      PARTS.map((name) => {
        const part = document.createElement('div');
        part.id = `${popupId}_${name}`;
        part.slot = name;
        within.append(part);
        return [name, part] as const;
      }),
    );
  }

  at(name: PartName): HTMLElement {
    const part = this.#parts.get(name);
    if (!part) throw new TypeError(`no part ${name}`);
    return part;
  }

  fill(name: PartName, content: TemplateResult): void {
    render(content, this.at(name));
  }

  /** What is inside a part, as an element of its own. */
  inner<E extends HTMLElement>(name: PartName): E | null {
    return this.at(name).firstElementChild as E | null;
  }

  remove(): void {
    for (const part of this.#parts.values()) part.remove();
  }
}
