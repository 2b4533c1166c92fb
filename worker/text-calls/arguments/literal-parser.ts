import type { Value } from './plain-json.js';

/** Thrown where a text is not what a parser reads. */
class Unreadable extends Error {}

/** Parses a text by descent. Each step throws where the text is something else. */
export class LiteralParser {
  protected readonly text: string;
  protected at = 0;

  constructor(text: string) {
    this.text = text;
  }

  protected fail(): never {
    throw new Unreadable();
  }

  protected spaces(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  protected skip(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    return true;
  }

  protected take(char: string): void {
    if (!this.skip(char)) this.fail();
  }

  /** Reads entries between commas up to `close`; a comma may stand behind the last. The bracket before them is next. */
  protected list(close: string, entry: () => void): void {
    this.at += 1;
    for (;;) {
      this.spaces();
      if (this.skip(close)) return;
      entry();
      this.spaces();
      if (!this.skip(',') && this.text[this.at] !== close) this.fail();
    }
  }

  protected items(close: string, value: () => unknown): unknown[] {
    const found: unknown[] = [];
    this.list(close, () => found.push(value()));
    return found;
  }

  protected object(key: () => unknown, value: () => unknown): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    this.list('}', () => {
      const name = key();
      if (typeof name === 'object' && name !== null) this.fail();
      this.spaces();
      this.take(':');
      const one = value();
      if (name !== '__proto__') found[String(name)] = one;
    });
    return found;
  }
}

/** What was parsed; nothing where the text is something else. */
export function attempt(parse: () => unknown): Value | undefined {
  try {
    return { value: parse() };
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
