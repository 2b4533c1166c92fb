import { Lexer, Parser, Renderer, type Tokens } from 'marked';

/** Where named links of a text lead, by their names. */
export type Links = { readonly [name: string]: { readonly href: string; readonly title?: string } };

/** More of these in a row at the beginning of a line is nesting that nobody has written to be read. */
const DEEP = /^[ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*){16}/m;
/** More markup of its own than that makes a browser's parser work longer than the text is worth. */
const MAX_TAGS = 300;

/** Headings stand below those of the page; a box that is ticked is a sign, no control. */
class MessageRenderer extends Renderer {
  override heading(token: Tokens.Heading): string {
    return super.heading({ ...token, depth: Math.min(6, token.depth + 2) });
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? '☑ ' : '☐ ';
  }
}

const OPTIONS = { gfm: true, breaks: true, silent: true, renderer: new MessageRenderer() };

/** A block of Markdown as HTML, which is as hostile as its author; `null` when it is not worth reading. */
export function toHtml(text: string, links: Links): string | null {
  if (DEEP.test(text) || (text.match(/<[a-z/!]/gi)?.length ?? 0) > MAX_TAGS) return null;
  try {
    const lexer = new Lexer(OPTIONS);
    for (const [name, { href, title = '' }] of Object.entries(links)) lexer.tokens.links[name] = { href, title };
    return Parser.parse(lexer.lex(text), OPTIONS);
  } catch {
    // Deeper than the stack: a text like that is shown as it is written.
    return null;
  }
}
