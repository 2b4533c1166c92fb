import type { BrowserParts } from './platform.js';

/** The parts of a URL in the order in which they cross. */
const PARTS = [
  ...['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'],
] as const;

const partsOf = (url: URL): string[] => PARTS.map((name) => url[name]);

/** The pure functions about URLs. */
export const urlFunctions = ({ URLSearchParams }: Pick<BrowserParts, 'URLSearchParams'>) => ({
  /** The pairs of a query without its `?`. */
  query: (text: string) => [...new URLSearchParams(`?${text}`)],
  /** Its parts, or `null` when the text is no URL. */
  url: (text: string, base?: string) => {
    try {
      return partsOf(base === undefined || base === null ? new URL(text) : new URL(text, base));
    } catch {
      return null;
    }
  },
  /** The parts of a URL after one of them was set; `null` when the text is no URL. */
  urlWith: (href: string, name: string, value: string) => {
    if (name === 'href' && !URL.canParse(value)) return null;
    const url = new URL(href);
    if ((PARTS as readonly string[]).includes(name) && name !== 'origin')
      (url as unknown as Record<string, string>)[name] = value;
    return partsOf(url);
  },
});
