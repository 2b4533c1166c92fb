import { afterEach, expect, test } from 'vitest';
import type { Ask, PluginInfo, PluginReview, ToolInfo } from '../../../src/index.js';
import { t } from '../../../src/ui/i18n/text.js';
import { BulkheadAsks, BulkheadConsent, BulkheadPluginPage, BulkheadToast } from '../../../src/ui/index.js';

afterEach(() => document.body.replaceChildren());

/** A name as an earlier version has kept it: it turns the rest of its line, and has marks that nobody sees. */
const NAME = '\u202eשלום\u3164\u2069\u200b';
const CLEAN = 'שלום';
const plugin = {
  ...{
    id: 'odd',
    version: '1.0.0',
    state: 'off',
    origin: 'pasted',
    installedAt: 0,
    sourceBytes: 1,
    tools: [],
    filesHash: 'sha256-x',
  },
  manifest: { name: NAME, author: { name: NAME }, description: NAME },
} as unknown as PluginInfo;
const permission = { id: 'see', cap: 'chat.read', reason: NAME };
const tool = { name: 'look', displayName: NAME, description: NAME, mode: 'write', owner: 'odd' } as unknown as ToolInfo;

async function show<E extends HTMLElement & { updateComplete: Promise<unknown> }>(
  element: E,
  given: object,
): Promise<E> {
  Object.assign(element, given);
  document.body.append(element);
  await element.updateComplete;
  return element;
}

/** Every text below a node, those of shadow trees included, with the element that it stands in. */
function texts(node: Node): { readonly text: string; readonly tag: string }[] {
  if (node instanceof Text) return [{ text: node.data, tag: node.parentElement?.localName ?? '' }];
  if (node instanceof HTMLStyleElement) return [];
  const shadow = node instanceof Element && node.shadowRoot ? texts(node.shadowRoot) : [];
  return [...shadow, ...[...node.childNodes].flatMap(texts)];
}

/** The names of that stranger that an element shows, each in an element of its own. */
function namesIn(element: Element): string[] {
  const found = texts(element).filter(({ text }) => text.includes(CLEAN));
  expect(found.filter(({ tag }) => tag !== 'bdi')).toEqual([]);
  const all = texts(element)
    .map(({ text }) => text)
    .join('');
  expect(all).not.toMatch(/[\u202e\u3164\u200b]/);
  return found.map(({ text }) => text);
}

test('what a plugin says of itself stands apart in the sheet that asks for permissions', async () => {
  const review = {
    ...{ plugin, changes: null, secrets: [], stored: { keys: 0, bytes: 0 } },
    permissions: [
      { permission, line: 'permissions/0 (see)', optional: false, granted: [], scopes: [{ kind: 'always' }] },
    ],
  } as unknown as PluginReview;
  const sheet = await show(new BulkheadConsent(), { review });
  await (sheet.renderRoot.querySelector('bulkhead-package-card') as BulkheadConsent | null)?.updateComplete;
  // Title, name, author, description, reason.
  expect(namesIn(sheet)).toEqual([CLEAN, CLEAN, CLEAN, CLEAN, CLEAN]);
});

test('the page of a plugin shows its author, licence and addresses as plain text, and no link', async () => {
  const manifest = {
    ...{ name: 'Odd', license: `<i>MIT</i>${NAME}`, author: { name: NAME, url: `https://a.example/${NAME}` } },
    ...{ homepage: 'javascript:alert(1)', repository: '<a href="https://r.example">r</a>' },
  };
  const review = {
    ...{
      plugin: { ...plugin, manifest },
      changes: null,
      secrets: [],
      stored: { keys: 0, bytes: 0 },
      permissions: [],
      calls: [],
    },
  } as unknown as PluginReview;
  const page = await show(new BulkheadPluginPage(), { review });
  const about = page.renderRoot.querySelector('[data-testid=page-about]');
  const lines = [...(about?.querySelectorAll('li') ?? [])].map((line) => line.textContent?.trim());
  expect(lines).toEqual([
    t('plugins.by', { name: CLEAN }).replace(/[\u2068\u2069]/g, ''),
    `Licence: <i>MIT</i>${CLEAN}`,
    `Author’s page: https://a.example/${CLEAN}`,
    'Homepage: javascript:alert(1)',
    'Repository: <a href="https://r.example">r</a>',
  ]);
  expect(page.renderRoot.querySelectorAll('a, i')).toHaveLength(0);
  expect(namesIn(about as Element)).toHaveLength(3);
});

test('a plugin without these keys has no such list', async () => {
  const review = { ...{ plugin: { ...plugin, manifest: { name: 'Odd' } }, secrets: [], permissions: [], calls: [] } };
  const page = await show(new BulkheadPluginPage(), { review });
  expect(page.renderRoot.querySelector('[data-testid=plugin-page]')).not.toBeNull();
  expect(page.renderRoot.querySelector('[data-testid=page-about]')).toBeNull();
});

test('who asks, and why, stands apart in a question', async () => {
  const ask = {
    ...{ id: 1, kind: 'call', plugin, tool, args: undefined, sendsTo: [], destructive: false, what: NAME, permission },
    ...{ scopes: [{ kind: 'call' }], askedAt: Date.now(), until: Date.now() + 600_000 },
  } as unknown as Ask;
  const asks = await show(new BulkheadAsks(), { asks: [ask] });
  expect(namesIn(asks).length).toBeGreaterThanOrEqual(4);
});

test('where no element can stand, a name is isolated by characters, and nothing of it leaks', async () => {
  const text = t('install.done', { name: NAME });
  expect(text).toContain(`\u2068${CLEAN}\u2069`);
  expect(text.split('\u2069')).toHaveLength(2);
  expect(t('install.done', { name: 'Dice' })).not.toContain('\u2068');
  const toast = await show(new BulkheadToast(), { text });
  expect(texts(toast).map((one) => one.text)).toContain(text);
});
