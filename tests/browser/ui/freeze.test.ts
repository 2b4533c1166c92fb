import { afterEach, expect, test } from 'vitest';
import type { Ask, Effect, PluginInfo, ToolInfo } from '../../../src/index.js';
import {
  BulkheadAsks,
  BulkheadEffects,
  BulkheadJson,
  BulkheadLongText,
  BulkheadPalette,
} from '../../../src/ui/index.js';
import { PREVIEW_CHARS } from '../../../src/ui/shared/long-text.js';

afterEach(() => document.body.replaceChildren());

/** So many marks on one letter, and as many letters. */
const marks = (count: number): string => `a${'\u0301\u0323'.repeat(count / 2)}`;
const letters = (count: number): string => 'lorem ipsum '.repeat(count / 12 + 1).slice(0, count);

type Shown = HTMLElement & { readonly updateComplete: Promise<unknown> };

/** Every element with a shadow tree below this one, itself included. */
const within = (element: Element): Shown[] => [
  element as Shown,
  ...[...(element.shadowRoot?.querySelectorAll('*') ?? [])].filter((one) => one.shadowRoot).flatMap(within),
];

async function settled(element: Shown): Promise<void> {
  for (let before = 0, now = 1; before !== now; before = now, now = within(element).length) {
    await Promise.all(within(element).map(({ updateComplete }) => updateComplete));
  }
}

/** The shortest time in which an element is made, filled and laid out: whatever else the machine does only adds to it. */
async function time(make: () => Shown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 4; i += 1) {
    const began = performance.now();
    const element = make();
    document.body.append(element);
    await settled(element);
    for (const one of within(element)) one.getBoundingClientRect();
    best = Math.min(best, performance.now() - began);
    element.remove();
  }
  return best;
}

const plugin = { id: 'odd', tools: [], manifest: null } as unknown as PluginInfo;
const tool = (name: string, displayName: string): ToolInfo =>
  ({
    name,
    displayName,
    description: displayName,
    mode: 'read',
    owner: 'odd',
    kind: 'plugin',
    source: 'extension',
  }) as ToolInfo;
const filled = <E extends Shown>(element: E, given: object): E => Object.assign(element, given);
const effects = (items: readonly unknown[]) => ({ items: items as readonly Effect[], unvalidated: false, runId: '' });
const node = (title: string, text: string) =>
  JSON.stringify({ type: title, title, fields: { summary: text, [title.slice(0, 1_000)]: text } });

/** What a stranger shows, made of a text of a size. */
const ATTACKS: { readonly [what: string]: (text: (count: number) => string) => Shown } = {
  'two versions of 60,000': (text) =>
    filled(new BulkheadEffects(), {
      effects: effects([
        { kind: 'storage', plugin: 'odd', key: 'k', before: `x${text(60_000)}`, after: `y${text(60_000)}` },
      ]),
    }),
  'a question with 12 texts of 100,000': (text) =>
    filled(new BulkheadAsks(), {
      asks: [
        {
          ...{ id: 1, kind: 'call', plugin, tool: tool('say', text(1_000)), sendsTo: [], destructive: false },
          args: { one: text(100_000), two: { [text(1_000)]: text(100_000) } },
          effects: effects(
            Array.from({ length: 10 }, (_, index) => ({
              ...{ kind: 'chat', plugin: 'odd' },
              change: { op: 'edit', index, text: text(100_000) },
            })),
          ),
          ...{ scopes: [{ kind: 'call' }], askedAt: Date.now(), until: Date.now() + 600_000 },
        } as unknown as Ask,
      ],
    }),
  'a node with a title of 200,000': (text) =>
    filled(new BulkheadEffects(), {
      effects: effects([
        {
          ...{ kind: 'memory', plugin: 'odd' },
          change: { what: 'node', id: 'n', before: node('old', 'x'), after: node(text(200_000), text(200_000)) },
        },
      ]),
    }),
  '64 tools with names of 30,000': (text) =>
    filled(new BulkheadPalette(), {
      tools: Array.from({ length: 64 }, (_, i) => tool(`t${i}`, text(30_000))),
    }),
  'a value of 500,000 marks': (text) => filled(new BulkheadJson(), { value: [text(500_000), { [text(500_000)]: 1 }] }),
};

for (const [what, make] of Object.entries(ATTACKS)) {
  test(`${what} cost about what plain letters cost`, async () => {
    const control = await time(() => make(letters));
    const attack = await time(() => make(marks));
    console.info(what, control.toFixed(1), attack.toFixed(1));
    expect(attack).toBeLessThan(control * 6 + 20);
  });
}

test('of a long text the beginning stands, more of it comes in steps, and nothing of it is lost', async () => {
  const text = letters(9_000);
  const element = filled(new BulkheadLongText(), { text });
  document.body.append(element);
  await element.updateComplete;
  const shown = () => element.renderRoot.querySelector('bdi')?.textContent ?? '';
  const lengths: number[] = [];
  for (;;) {
    lengths.push(shown().length);
    const more = element.renderRoot.querySelector<HTMLElement>('[data-testid=text-more]');
    if (!more) break;
    more.click();
    await element.updateComplete;
  }
  expect(lengths).toEqual([PREVIEW_CHARS + 1, 2 * PREVIEW_CHARS + 1, 4 * PREVIEW_CHARS + 1, 9_000]);
  expect(shown()).toBe(text);
});

test('what is the same at the beginning of two long texts does not hide what is not', async () => {
  const element = filled(new BulkheadEffects(), {
    effects: effects([
      { kind: 'storage', plugin: 'odd', key: 'k', before: `${letters(50_000)} keep`, after: `${letters(50_000)} drop` },
    ]),
  });
  document.body.append(element);
  await settled(element);
  const [before, after] = [...element.renderRoot.querySelectorAll('[data-testid=version]')].map(
    (one) => one.textContent,
  );
  expect([before?.endsWith(' keep'), after?.endsWith(' drop')]).toEqual([true, true]);
  expect(element.renderRoot.querySelector('[data-testid=version-same]')?.textContent).toContain('49801');
});
