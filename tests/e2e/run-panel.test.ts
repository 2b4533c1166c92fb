import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { browser, gallery } from './harness.js';
import { tooSmall, violations } from './looks.js';

const page = gallery.url.replace('gallery.html', 'runs.html');

async function open(show: string, context: BrowserContextOptions = {}, lang = 'en'): Promise<Page> {
  const opened = await (await browser.newContext(context)).newPage();
  await opened.goto(`${page}?show=${show}&lang=${lang}`);
  await opened.getByTestId('run-panel').waitFor();
  return opened;
}

const MANNERS: readonly (BrowserContextOptions & { readonly name: string; readonly least: number })[] = [
  { name: 'light', colorScheme: 'light', least: 32 },
  { name: 'dark', colorScheme: 'dark', least: 32 },
  { name: 'forced colours', forcedColors: 'active', least: 32 },
  { name: 'a phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, least: 44 },
];
for (const { name, least, ...context } of MANNERS) {
  test(`axe finds nothing wrong with a run, every control is large enough and nothing is clipped: ${name}`, async () => {
    for (const [show, lang] of [
      ['none', 'zh-Hant'],
      ['live', 'en'],
      ['done', 'zh-Hans'],
      ['simulated', 'en'],
      ['failed', 'zh-Hans'],
    ] as const) {
      const shown = await open(show, context, lang);
      for (const toggle of await shown.getByTestId('run-toggle').all()) await toggle.click();
      expect(await violations(shown), show).toEqual([]);
      expect(await tooSmall(shown, least), show).toEqual([]);
      expect(await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth), show).toBeLessThanOrEqual(
        0,
      );
    }
  });
}

test('Stop is in its place from the beginning, and says so once; a run that is over has nothing to stop', async () => {
  const shown = await open('live');
  const stop = shown.getByTestId('run-stop');
  const before = await stop.boundingBox();
  await stop.focus();
  await shown.keyboard.press('Enter');
  expect(await shown.evaluate(() => window.events)).toEqual([{ type: 'bh-stop-run', detail: {} }]);
  await shown.evaluate(() => window.store.finish('aborted'));
  await shown.locator('[data-testid=run-panel][data-status=aborted]').waitFor();
  expect(await stop.isDisabled()).toBe(true);
  expect(await stop.boundingBox()).toEqual(before);
  expect(await shown.getByTestId('run-status').textContent()).toContain('stopped');
});

test('a text is shown while it is written, and a call opens by the keyboard to what it was and came to', async () => {
  const shown = await open('live');
  await shown.evaluate(() => window.store.append('live', ' it is found at last.'));
  await shown.getByText('that it is found at last.').waitFor();
  const toggle = shown.getByTestId('run-toggle').filter({ hasText: 'apply_message_patches' });
  await toggle.focus();
  await shown.keyboard.press('Space');
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
  await shown.getByTestId('run-result').getByText('more than one place').waitFor();
});

test('a thousand entries are a few elements, and the earlier ones are shown when they are asked for', async () => {
  const shown = await open('many');
  const sections = shown.getByTestId('run-section');
  await sections.first().waitFor();
  expect(await sections.count()).toBe(40);
  await shown.getByTestId('run-earlier-sections').click();
  await expect.poll(() => sections.count()).toBe(80);
});

test('the effects of a simulated run are shown, and done or thrown away as the user says', async () => {
  const shown = await open('simulated');
  await shown.getByTestId('run-simulated').waitFor();
  // Not all of it could be simulated, so it cannot be done.
  expect(await shown.getByTestId('run-commit').isDisabled()).toBe(true);
  await shown.evaluate(() => {
    const { effects } = window.panel;
    window.panel.effects = effects && { ...effects, unvalidated: false };
  });
  await shown.locator('[data-testid=run-commit]:enabled').click();
  await shown.getByTestId('run-discard').click();
  expect(await shown.evaluate(() => window.events)).toEqual([
    { type: 'bh-run-effects', detail: { what: 'commit' } },
    { type: 'bh-run-effects', detail: { what: 'discard' } },
  ]);
});

test('a trace is saved, is the same when it is compared, and another tells where it differs', async () => {
  const shown = await open('done');
  const downloading = shown.waitForEvent('download');
  await shown.getByTestId('run-save').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('run_1.trace.jsonl');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const file = (words: string) => ({ name: 'old.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(words) });
  const input = shown.getByTestId('run-file');
  await input.setInputFiles(file(text));
  await shown.getByText('The same as in old.jsonl').waitFor();
  await input.setInputFiles(file(text.replace('"pattern":"tide"', '"pattern":"ebb"')));
  await shown.getByTestId('run-difference').getByText('arguments.pattern').waitFor();
  await input.setInputFiles(file('no trace'));
  await shown.getByText('old.jsonl isn’t a trace').waitFor();
});
