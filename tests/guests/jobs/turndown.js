import TurndownService from 'turndown';

/** Turns the answer of an editor into Markdown for a model. */
export default function run() {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  service.addRule('marked', { filter: ['mark'], replacement: (content) => `==${content}==` });
  service.remove('script');
  return service.turndown(`<h1>标题</h1><p>一 <strong>bold</strong> and <em>it</em>, <mark>重点</mark> 1*2*3.</p>
<ol start="3"><li>three<ul><li>inner</li></ul></li><li>four</li></ol>
<pre><code class="language-js">let a = \`1\`;</code></pre><blockquote><p>q</p></blockquote>
<a href="https://example.com/a_(b)" title="t">link</a><img src="a.png" alt="图"><script>bad()</script><hr>`);
}
