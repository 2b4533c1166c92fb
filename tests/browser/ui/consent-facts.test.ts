import { afterAll, afterEach, expect, test } from 'vitest';
import { BulkheadConsent, BulkheadPackageCard, useLanguage } from '../../../src/ui/index.js';
import type { Cap } from '../../../worker/protocol/capabilities/index.js';
import { CAPS } from '../../../worker/protocol/capabilities/names.js';
import { capabilityFacts, factsOf, TABLE } from '../../../worker/protocol/permission-facts.js';
import { PageChat } from '../permissions/page.js';
import { asking, tool } from '../permissions/plugins.js';
import { plainHost } from '../setup.js';

afterEach(() => document.body.replaceChildren());

const NEEDED: { readonly [field: string]: unknown } = { quotaMiB: 1, hosts: ['api.example.com'], tools: ['other'] };
const services = () => ({
  chat: new PageChat(),
  memory: { current: () => 'chat-1' },
  llm: { complete: async () => ({ text: '' }) },
  notify: () => {},
});

const host = plainHost({ services: services() });
afterAll(() => host.dispose());

/** What a plugin that asks for this alone is reviewed as. */
async function reviewed(cap: Cap, more: object = {}) {
  const needs = TABLE.needs(cap);
  const permission = { id: 'p', cap, reason: 'r', ...(needs && { [needs]: NEEDED[needs] }), ...more };
  await host.plugins.install({ code: asking('alone', [permission], tool('one', 'read', 'return 1')) });
  const review = await host.plugins.review('alone');
  await host.plugins.remove('alone');
  return review;
}

async function card(cap: Cap, more: object = {}) {
  const element = new BulkheadPackageCard();
  element.review = await reviewed(cap, more);
  document.body.append(element);
  await element.updateComplete;
  const find = (selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
  return {
    marks: find('[data-testid=package-marks] [data-mark]').map(({ dataset }) => dataset.mark),
    calm: find('[data-testid=package-marks]')[0]?.textContent?.includes('Sends nothing') === true,
    never: find('.never li').map(({ textContent }) => textContent),
    through: find('[data-testid=through-tools]').length === 1,
    words: find('.words').map(({ textContent }) => textContent),
  };
}

for (const cap of CAPS) {
  test(`a plugin that asks for ${cap} alone is shown as what the table says of it`, async () => {
    const seen = await card(cap);
    const { leavesDevice, changes, undoable } = factsOf((await reviewed(cap)).permissions[0]?.permission as never);
    const marks = [
      ...(leavesDevice ? ['leaves'] : []),
      ...(changes ? ['changes'] : []),
      ...(undoable ? [] : ['final']),
    ];
    expect(seen.marks).toEqual(marks);
    expect(seen.calm).toBe(marks.length === 0);
    // It may reach other servers by what it calls.
    expect(seen.never.includes('reach a server that is not listed here')).toBe(cap !== 'tool.call');
    expect(seen.through).toBe(cap === 'tool.call');
  });
}

test('a permission that a backup names as allowed is marked, and only there', async () => {
  const review = await reviewed('notify');
  const lines = async (permissions: typeof review.permissions) => {
    const element = new BulkheadPackageCard();
    element.review = { ...review, permissions };
    document.body.append(element);
    await element.updateComplete;
    const found = element.shadowRoot?.querySelectorAll('[data-testid=permission-earlier]') ?? [];
    return [...found].map(({ textContent }) => textContent);
  };
  expect(await lines(review.permissions)).toEqual([]);
  expect(await lines(review.permissions.map((one) => ({ ...one, earlier: true })))).toEqual(['Allowed in the backup']);
});

test('requests that change something are marked as such', async () => {
  expect((await card('net', { methods: ['GET', 'POST'] })).marks).toEqual(['leaves', 'changes', 'final']);
});

test('which chats a permission is about is said in words, in each language', async () => {
  const words: { readonly [language: string]: readonly [string, string] } = {
    en: ['may read the open chat', 'all chats'],
    'zh-Hans': ['当前聊天', '所有聊天'],
    'zh-Hant': ['目前的聊天', '所有聊天'],
  };
  try {
    for (const [language, [open, all]] of Object.entries(words)) {
      useLanguage(language as 'en');
      expect((await card('chat.read')).words[0], language).toContain(open);
      expect((await card('chat.read', { scope: 'all' })).words[0], language).toContain(all);
      expect((await card('memory.write', { scope: 'all' })).words[0], language).toContain(all);
    }
  } finally {
    useLanguage('en');
  }
});

for (const cap of CAPS.filter((one) => !capabilityFacts(one).asksEach)) {
  test(`“Customise” begins calmly with ${cap}`, async () => {
    const review = await reviewed(cap, capabilityFacts(cap).scoped ? { scope: 'all' } : {});
    const sheet = new BulkheadConsent();
    document.body.append(sheet);
    sheet.review = review;
    await sheet.updateComplete;
    const find = <E extends HTMLElement>(id: string) => sheet.shadowRoot?.querySelector<E>(`[data-testid=${id}]`);
    find('consent-customise')?.click();
    await expect.poll(() => find('consent-tick')).toBeTruthy();
    const { leavesDevice, changes } = factsOf(review.permissions[0]?.permission as never);
    const grave = leavesDevice || changes;
    expect(find<HTMLInputElement>('consent-tick')?.checked).toBe(!grave);
    const chosen = find<HTMLSelectElement>('consent-scope')?.selectedOptions[0]?.textContent;
    expect(chosen).toBe(grave ? 'for this chat' : 'always');
    // Ticked as it stands, it is the narrowest that is kept.
    if (!grave) return;
    const said = new Promise<Event>((resolve) => sheet.addEventListener('bh-consent', resolve, { once: true }));
    find('consent-tick')?.click();
    await sheet.updateComplete;
    find('consent-allow')?.click();
    expect(((await said) as CustomEvent).detail.allow).toEqual({ p: [{ kind: 'chat', id: 'chat-1' }] });
  });
}
