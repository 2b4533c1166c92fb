import { Marked } from 'marked';

/** Shows a model's answer: tables, code, nested lists, links that are marked. */
export default function run() {
  const markdown = `# 标题 *one*

| 左 | 右 |
|:--|--:|
| \`a|b\` | **2** |

1. first
   - [x] done
   - [ ] \`code\`
2. second <https://example.com>

> quote
> > deeper

\`\`\`js {1}
const a = "<b>";
\`\`\`

~~gone~~ www.example.org ![图](a.png "t")

[ref]: https://example.com/?a=1&b=2 "title"
A [ref] here.`;
  const marked = new Marked({ gfm: true, breaks: true });
  const links = [];
  marked.use({
    walkTokens: (token) => token.type === 'link' && links.push(token.href),
    renderer: {
      heading: ({ tokens, depth }) => `<h${depth + 1}>${tokens.map(({ raw }) => raw).join('')}</h${depth + 1}>`,
    },
  });
  return { html: marked.parse(markdown), links, tokens: marked.lexer(markdown).map(({ type }) => type) };
}
