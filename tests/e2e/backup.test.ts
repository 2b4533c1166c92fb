import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { BackupPage } from '../fixtures/backup-page.js';
import { browser } from './harness.js';
import { serveHostPage } from './host-page.js';
import { openMortalBrowser } from './mortal-browser.js';
import { bundleFixture } from './script-page.js';

declare const backupPage: BackupPage;

const script = await bundleFixture('backup-page.ts');

/** What the same page reads after a restore: where a plugin came from says that it was a backup. */
const restored = <Parts extends { readonly plugins?: string }>(parts: Parts): Parts => ({
  ...parts,
  plugins: parts.plugins?.replaceAll('"origin":"pasted"', '"origin":"backup:pasted"'),
});

async function opened(page: Page, url: string): Promise<Page> {
  await page.goto(url);
  await page.waitForFunction(() => window.bulkhead !== undefined);
  await page.addScriptTag({ content: script });
  return page;
}

test('five plugins and 20,000 nodes, saved and restored into an empty browser, are equal, and permissions are asked again', {
  timeout: 240_000,
}, async () => {
  await using site = await serveHostPage();
  const full = await opened(await (await browser.newContext()).newPage(), site.url);
  await full.evaluate(() => backupPage.fill(5, 20_000));
  const before = await full.evaluate(() => backupPage.read());
  const { file, parts } = await full.evaluate(() => backupPage.save());
  expect(parts).toEqual(['plugins', 'memories', 'chats', 'modes']);
  await full.context().close();

  const empty = await opened(await (await browser.newContext()).newPage(), site.url);
  expect(await empty.evaluate(() => backupPage.databases())).toEqual([]);
  const report = await empty.evaluate((text) => backupPage.restore(text, false), file);
  expect(report).toMatchObject({ counts: { plugins: 5, memories: 1, conversations: 1, profiles: 1 } });
  expect(report.earlier.map(({ plugin }) => plugin)).toEqual(['notes-a', 'notes-b', 'notes-c', 'notes-d', 'notes-e']);

  const reloaded = await opened(empty, site.url);
  const after = await reloaded.evaluate(() => backupPage.read());
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const [what, text] of Object.entries(restored(before))) expect(after[what] === text, what).toBe(true);
  expect(await reloaded.evaluate(() => backupPage.nodes())).toBeGreaterThanOrEqual(20_000);
  expect(await reloaded.evaluate(() => backupPage.states())).toEqual(Array(5).fill('off'));
  expect(await reloaded.evaluate(() => backupPage.granted())).toEqual(Array(5).fill(0));
  expect(await reloaded.evaluate(() => backupPage.note('notes-c'))).toEqual({ text: 'note 2', of: 'notes-c' });
  expect(await reloaded.evaluate(() => backupPage.databases())).not.toContain('bulkhead-restore');
});

test('a browser that is killed at any step of a restore has everything as it was, or everything of the backup', {
  timeout: 300_000,
}, async () => {
  const profile = await mkdtemp(join(tmpdir(), 'bulkhead-backup-'));
  await using site = await serveHostPage();
  let running = await openMortalBrowser(profile);
  try {
    let page = await opened(await running.newPage(), site.url);
    await page.evaluate(() => backupPage.fill(2, 50));
    const { file } = await page.evaluate(() => backupPage.save());
    const saved = await page.evaluate(() => backupPage.read());
    await page.evaluate(() => backupPage.change());
    const other = await page.evaluate(() => backupPage.read());
    const ends = { old: 0, restored: 0 };
    for (let step = 1, isOver = false; !isOver; step += 2) {
      const told = new Promise<string>((resolve) => page.on('console', (message) => resolve(message.text())));
      await page.evaluate(([text, at]) => backupPage.restoreUntil(text, at), [file, step] as const);
      isOver = (await told) === 'restored';
      await running.kill();
      running = await openMortalBrowser(profile);
      page = await opened(await running.newPage(), site.url);
      const now = await page.evaluate(() => backupPage.read());
      if (JSON.stringify(now) === JSON.stringify(other)) ends.old += 1;
      else {
        expect(now, `step ${step}`).toEqual(restored(saved));
        ends.restored += 1;
        await page.evaluate(() => backupPage.change());
        const again = await page.evaluate(() => backupPage.read());
        Object.assign(other, again);
      }
    }
    expect(ends.old).toBeGreaterThan(2);
    expect(ends.restored).toBeGreaterThan(3);
  } finally {
    await running.kill().catch(() => {});
    await rm(profile, { recursive: true, force: true });
  }
});
