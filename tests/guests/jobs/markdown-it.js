import MarkdownIt from 'markdown-it';

/** A page with a rule of its own: `@name` is a person. */
export default function run() {
  const md = new MarkdownIt({ html: false, linkify: true, typographer: true });
  md.inline.ruler.push('person', (state, silent) => {
    const found = /^@(\p{L}+)/u.exec(state.src.slice(state.pos));
    if (!found) return false;
    if (!silent) state.push('person', '', 0).content = found[1];
    state.pos += found[0].length;
    return true;
  });
  md.renderer.rules.person = (tokens, at) => `<mark>${md.utils.escapeHtml(tokens[at].content)}</mark>`;
  const text =
    '## 你好 "world" -- (c)\n\n@李雷 see example.com and <script>\n\n* a\n\n  b\n* c\n\n***\n\n    code\n\n|a|b|\n|-|-|\n|1|2|';
  return {
    html: md.render(text),
    outline: md
      .parse(text, {})
      .filter(({ type }) => type.endsWith('_open'))
      .map(({ tag, map }) => [tag, map]),
  };
}
