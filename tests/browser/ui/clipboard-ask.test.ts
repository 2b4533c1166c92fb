import { afterEach, expect, test } from 'vitest';
import { BulkheadAsks } from '../../../src/ui/index.js';
import { waiting } from '../permissions/page.js';
import { asking, tool } from '../permissions/plugins.js';
import { plainHost } from '../setup.js';

afterEach(() => document.body.replaceChildren());

const COPY = { id: 'copy', cap: 'clipboard.write', reason: 'r' };

test('texts for the clipboard are allowed one by one, each with its text and its marks', async () => {
  const copied: string[] = [];
  const clipboard = {
    async writeText(text: string) {
      copied.push(text);
    },
  };
  await using host = plainHost({ services: { clipboard } });
  const body = 'await ctx.clipboard.write(args.text);';
  await host.plugins.install({ code: asking('copier', [COPY], tool('copy', 'write', body)) });
  await host.plugins.enable('copier', { allow: 'all' });
  const element = new BulkheadAsks();
  element.addEventListener('bh-answer', (event) => {
    const { id, scope } = (event as CustomEvent).detail;
    host.asks.answer(id, scope);
  });
  document.body.append(element);
  const off = host.asks.onChange(() => {
    element.asks = host.asks.list();
  });
  const calls = ['one', 'two'].map((text) => host.tools.execute('copy', { text }));
  await waiting(host, 2);
  await element.updateComplete;
  const find = <E extends HTMLElement>(id: string) => [
    ...(element.shadowRoot?.querySelectorAll<E>(`[data-testid=${id}]`) ?? []),
  ];
  expect(find('asks-no-all')).toHaveLength(1);
  expect(find('asks-yes-all')).toHaveLength(0);
  expect(find('ask-scope')).toHaveLength(0);
  for (const row of find('ask')) {
    const marks = [...row.querySelectorAll<HTMLElement>('[data-mark]')].map(({ dataset }) => dataset.mark);
    expect(marks).toEqual(['changes', 'final']);
  }
  const shown = () =>
    find('ask').map((row) => row.querySelector('bulkhead-effects')?.shadowRoot?.querySelector('.said')?.textContent);
  await expect.poll(() => [...shown()].sort()).toEqual(['one', 'two']);
  for (const left of [1, 0]) {
    await expect.poll(() => find<HTMLButtonElement>('ask-yes')[0]?.disabled).toBe(false);
    find('ask-yes')[0]?.click();
    expect(copied).toHaveLength(2 - left);
    await element.updateComplete;
  }
  await Promise.all(calls);
  off();
});
