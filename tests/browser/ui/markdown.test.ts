import { afterEach, describe, expect, test } from 'vitest';
import { t } from '../../../src/ui/i18n/text.js';
import { MarkdownBlocks } from '../../../src/ui/markdown/blocks.js';
import { BulkheadMarkdown } from '../../../src/ui/markdown/markdown.js';
import { toHtml } from '../../../src/ui/markdown/marked.js';
import { sanitize } from '../../../src/ui/markdown/purify.js';
import * as render from '../../../src/ui/markdown/render.js';
import { BlockView } from '../../../src/ui/markdown/view.js';
import { hostileMessages, longMessages } from '../../fixtures/hostile-messages.js';

const none = { pictures: new Set<string>(), links: {}, say: t };
const TAGS =
  /^(p|br|hr|h[1-6]|strong|em|b|i|u|s|del|ins|mark|su[bp]|small|code|pre|kbd|samp|var|blockquote|q|cite|[uo]l|li|d[ltd]|table|caption|t(head|body|foot|r|h|d)|a|img|details|summary|span|div|ruby|rt|rp|abbr)$/;
const ATTRIBUTES = /^(href|title|alt|align|start|colspan|rowspan|open|lang|target|rel|data-picture)$/;

afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(window, 'hit');
});

/** An element with a text, drawn whole. */
async function shown(text: string): Promise<{ element: BulkheadMarkdown; body: Element }> {
  const element = new BulkheadMarkdown();
  element.text = text;
  document.body.append(element);
  await element.updateComplete;
  const body = element.renderRoot.querySelector('.body');
  if (!body) throw new Error('there is no body');
  return { element, body };
}
const settled = (look: () => unknown) => expect.poll(look, { timeout: 10_000, interval: 10 });

describe('what of a message may be shown', () => {
  test.each(hostileMessages('http://127.0.0.1:9/').map((text, at) => [at, text] as const))(
    'nothing else of hostile message %i',
    async (_, text) => {
      const html = toHtml(text, {});
      for (const one of sanitize(html ?? text).querySelectorAll('*')) {
        expect(one.localName).toMatch(TAGS);
        for (const { name } of one.attributes) expect(name, one.outerHTML).toMatch(ATTRIBUTES);
        if (one.hasAttribute('href')) {
          expect(one.localName).toBe('a');
          expect(['http:', 'https:', 'mailto:']).toContain((one as HTMLAnchorElement).protocol);
          expect(one.getAttribute('rel')).toContain('noopener noreferrer');
          expect(one.getAttribute('target')).toBe('_blank');
        }
        if (one.hasAttribute('data-picture')) expect(one.localName).toBe('img');
      }
      const { body } = await shown(text);
      await settled(() => body.querySelector('.plain') === null || html === null || body.childElementCount > 0).toBe(
        true,
      );
      for (const image of body.querySelectorAll('img')) expect(image.src).toMatch(/^data:image\/(png|jpeg|gif|webp);/);
      expect(
        body.querySelectorAll('[id], [style], [onerror], script, style, iframe, form, input, svg, math').length,
      ).toBe(0);
      expect('hit' in window).toBe(false);
    },
  );

  test('every part of Markdown comes through', () => {
    const html = toHtml(
      '# a\n\n**b** *c* ~~d~~ `e` <u>f</u>\n\n1. g\n\n> h\n\n| i |\n|--:|\n| j |\n\n- [x] k\n\n---',
      {},
    );
    const fragment = sanitize(html ?? '');
    const found = [...fragment.querySelectorAll('*')].map(({ localName }) => localName);
    for (const tag of ['h3', 'strong', 'em', 'del', 'code', 'u', 'ol', 'blockquote', 'table', 'td', 'ul', 'hr']) {
      expect(found).toContain(tag);
    }
    expect(fragment.querySelector('td')?.getAttribute('align')).toBe('right');
    expect(fragment.textContent).toContain('☑ k');
  });
});

test('a picture asks nobody before it is wanted, and then stays while the text grows', async () => {
  const at = new URL('/no-such-picture.png', location.href).href;
  const { element, body } = await shown(`![a tram](${at})`);
  element.streaming = true;
  await settled(() => body.querySelector('.picture')?.textContent).toBe(`image “a tram” from ${location.host} — show`);
  expect(body.querySelector('img')).toBeNull();
  body.querySelector<HTMLElement>('.picture')?.click();
  const image = body.querySelector('img');
  expect([image?.src, image?.referrerPolicy, image?.alt]).toEqual([at, 'no-referrer', 'a tram']);
  expect(element.shadowRoot?.activeElement).toBe(image);
  element.text += ' and more of it';
  await settled(() => body.textContent).toContain('and more of it');
  expect(body.querySelector('.picture')).toBeNull();
});

test('a picture that cannot be loaded says so', async () => {
  const { body } = await shown('![x](data:image/png;base64,AAAA)');
  await settled(() => body.textContent).toContain('could not be loaded');
});

test('code can be copied as it is written, and its language is named', async () => {
  const { body } = await shown('```js\nconst a = `<b>`;\n```');
  await settled(() => body.querySelector('pre')?.textContent).toBe('const a = `<b>`;');
  const copy = body.querySelector('bulkhead-copy') as HTMLElement & { value: () => string };
  expect(copy.value()).toBe('const a = `<b>`;');
  expect(body.querySelector('pre')?.ariaLabel).toBe('Code: js');
});

test('named links are found wherever they are given', async () => {
  const { body } = await shown(
    'See [a][One] and [two].\n\n[one]: https://one.example/\n\n[two]: https://two.example/ "t"',
  );
  await settled(() => [...body.querySelectorAll('a')].map(({ href }) => href)).toEqual([
    'https://one.example/',
    'https://two.example/',
  ]);
});

test('a text that grows is read so often that its length counts, not its square', () => {
  const paragraph = 'It rains in **Lisbon**, and the *trams* go on `as ever`. '.repeat(20);
  const text = `${paragraph}\n\n`.repeat(16);
  const blocks = new MarkdownBlocks();
  const views: BlockView[] = [];
  let [read, created] = [0, 0];
  const counting: typeof render = {
    ...render,
    renderText: (part, how) => {
      read += part.length;
      return render.renderText(part, how);
    },
  };
  for (let at = 6; at < text.length + 6; at += 6) {
    const now = blocks.read(text.slice(0, at), at >= text.length);
    for (const [index, block] of now.entries()) {
      const view = views[index];
      if (view && view.block === block) continue;
      if (view) view.show(block, counting, none);
      else {
        views.push(new BlockView(block, counting, none));
        created += 1;
      }
    }
  }
  expect(created).toBe(16);
  expect(views.map(({ node }) => node.textContent).join('')).toContain(
    'It rains in Lisbon, and the trams go on as ever.',
  );
  // However long the whole: read as a whole each time, 18,000 characters would be read 1,500 times each.
  expect(read / text.length).toBeLessThan(80);
});

test('what has settled is left alone while the rest is written', async () => {
  const { element, body } = await shown('One.\n\nTwo.\n\n```\ncode\n```\n\nThree');
  element.streaming = true;
  await settled(() => body.querySelectorAll('pre').length).toBe(1);
  const before = [...body.children].slice(0, 3);
  const seen: MutationRecord[] = [];
  const observer = new MutationObserver((records) => seen.push(...records));
  for (const block of before) observer.observe(block, { childList: true, characterData: true, subtree: true });
  for (let at = 0; at < 50; at += 1) {
    element.text += ` word ${at}`;
    await element.updateComplete;
  }
  element.streaming = false;
  await settled(() => body.lastElementChild?.textContent).toMatch(/word 49\s*$/);
  seen.push(...observer.takeRecords());
  expect(seen).toEqual([]);
  expect([...body.children].slice(0, 3)).toEqual(before);
  expect(body.querySelector('.caret')).toBeNull();
});

test('a caret stands behind the last letter while there is more to come, and moves nothing', async () => {
  const { element, body } = await shown('# One\n\n- two\n- three');
  await settled(() => body.querySelectorAll('li').length).toBe(2);
  const before = body.getBoundingClientRect().height;
  element.streaming = true;
  await settled(() => body.querySelector('.caret')?.parentElement?.localName).toBe('li');
  expect(body.getBoundingClientRect().height).toBe(before);
});

test('a text is there as it is written before there is a parser, and in pieces when it is too much', async () => {
  const { body } = await shown('a\n\n'.repeat(4_000));
  // What is beyond the most blocks comes last, as one plain text, perhaps a frame after the block before it.
  await settled(() => body.childElementCount > 1_499 && body.lastElementChild?.className).toContain('plain');
  expect(body.textContent.replace(/\s/g, '')).toBe('a'.repeat(4_000));
});

test.each(longMessages.map((text) => [text.slice(0, 12), text] as const))(
  'a million of %j is shown, without a block that is long to read',
  async (_, text) => {
    let longest = 0;
    for (const { kind, text: part } of new MarkdownBlocks().read(text, true).slice(0, 40)) {
      if (kind !== 'text') continue;
      const began = performance.now();
      render.renderText(part, none);
      longest = Math.max(longest, performance.now() - began);
    }
    // A block that were read in the square of its length would take seconds.
    expect(longest).toBeLessThan(1_000);
  },
);
