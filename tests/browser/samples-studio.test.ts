import { expect, test } from 'vitest';
import type { Completion } from '../../src/engine/index.js';
import * as modes from '../../src/engine/modes/index.js';
import * as studio from '../../src/studio/index.js';
import * as ui from '../../src/ui/index.js';
import { AsyncFunction, block } from '../fixtures/samples.js';
import { testHost } from './setup.js';

/** A block whose imports are of what is handed in. */
const body = (mark: string) =>
  block(mark).replace(
    /import \{([^}]+)\} from 'bulkhead\/(\w+)';/g,
    (_, names, entry) => `const {${names}} = ${entry};`,
  );

/** Finds an element in the page, through all shadow roots. */
function find(selector: string, root: ParentNode = document): HTMLElement | undefined {
  const here = root.querySelector<HTMLElement>(selector);
  if (here) return here;
  for (const { shadowRoot } of root.querySelectorAll('*')) {
    const inside = shadowRoot && find(selector, shadowRoot);
    if (inside) return inside;
  }
  return undefined;
}

test('A15 the documents’ studio edits a greeting: a proposal, its approval, and the button that uses it', async () => {
  await using host = testHost();
  const settings = { greeting: 'Hello.' };
  const answers: Completion[] = [
    { content: 'Warmer.', toolCalls: [{ id: 'c1', name: 'set_greeting', input: { text: 'Come in, come in!' } }] },
  ];
  const complete = async () => answers.shift() ?? { content: 'Done.' };
  const entries = {
    studio: {
      ...studio,
      studioContext: (of: typeof host) => studio.studioContext(of, { model: () => ({ complete }) }),
    },
    ui: {
      ...ui,
      openStudio: (...[adapter, context, given, root]: Parameters<typeof ui.openStudio>) =>
        ui.openStudio(adapter, context, given, root, {
          diffs: studio.workerDiffs('/bulkhead/studio-worker.js'),
          session: null,
        }),
    },
  };
  const code = body('studio');
  const running = new AsyncFunction('studio', 'ui', 'host', 'settings', code)(
    entries.studio,
    entries.ui,
    host,
    settings,
  );
  const press = async (selector: string) => {
    await expect.poll(() => find(`${selector}:not([disabled])`), { timeout: 10_000 }).toBeDefined();
    find(selector)?.click();
  };
  const area = () => find('textarea', find('dialog.luker-studio[open]') ?? document.createElement('p'));
  await expect.poll(area, { timeout: 10_000 }).toBeDefined();
  const input = area() as HTMLTextAreaElement;
  input.value = 'Make it warmer';
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await press('[data-iter-action=send]');
  await press('[data-iter-action=approve]');
  await expect.poll(() => find('[data-iter-action=approve]'), { timeout: 10_000 }).toBeUndefined();
  expect(settings.greeting).toBe('Hello.');
  await press('[data-iter-custom-action=apply]');
  await expect.poll(() => settings.greeting, { timeout: 10_000 }).toBe('Come in, come in!');
  (find('dialog.luker-studio[open]') as HTMLDialogElement).close();
  await running;
  expect(find('dialog.luker-studio[open]')).toBeUndefined();
});

test('the documents’ three adapters open, one after the other', async () => {
  await using host = testHost();
  const titles: string[] = [];
  const openStudio = (...[adapter, context, given, root]: Parameters<typeof ui.openStudio>) =>
    ui.openStudio(adapter, context, given, root, {
      diffs: studio.workerDiffs('/bulkhead/studio-worker.js'),
      session: null,
      onOpen(popup) {
        titles.push(popup.ariaLabel ?? '');
        popup.close();
        return undefined;
      },
    });
  await new AsyncFunction('studio', 'ui', 'modes', 'host', body('editors'))(studio, { ...ui, openStudio }, modes, host);
  expect(new Set(titles).size).toBe(3);
});
