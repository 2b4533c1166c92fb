import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Host, RehearsedCall } from '../../src/index.js';
import { openBrowser } from '../e2e/browser.js';
import { serveHostPage } from '../e2e/host-page.js';
import { createHost } from './host.js';
import { type Compared, sourceOf, TEN } from './ten-plugins.js';

let close = async () => {};
let page: Page;

beforeAll(async () => {
  const [browser, site] = await Promise.all([openBrowser(), serveHostPage()]);
  page = await browser.newPage({ locale: 'en-US' });
  await page.goto(site.url);
  await page.waitForFunction(() => window.bulkhead);
  await page.evaluate(() => {
    window.host = window.bulkhead.createHost();
  });
  close = async () => {
    await browser.close();
    await site[Symbol.asyncDispose]();
  };
});
afterAll(() => close());

type Given = readonly [code: string, args: object, world: Compared['world']];

async function inNode([code, args, world]: Given): Promise<RehearsedCall> {
  await using host: Host & AsyncDisposable = createHost();
  const rehearsal = await host.plugins.rehearse({ code });
  return await rehearsal.call('main', args, world && { world });
}

const inPage = (given: Given): Promise<RehearsedCall> =>
  page.evaluate(async ([code, args, world]) => {
    const rehearsal = await window.host.plugins.rehearse({ code });
    const outcome = await rehearsal.call('main', args, world && { world });
    await rehearsal.end();
    return outcome;
  }, given);

/** Everything that a call comes to, but how long it took, and where in our own code an error was thrown. */
function textOf({ usage: _usage, error, ...rest }: RehearsedCall): string {
  return JSON.stringify(
    { ...rest, error: error && { ...error, details: { ...error.details, usage: undefined } } },
    null,
    1,
  );
}

test.for(TEN)('$name: the same bytes in Chromium and in Node', async (compared) => {
  const given: Given = [sourceOf(compared), compared.args ?? {}, compared.world];
  const [here, there] = [textOf(await inNode(given)), textOf(await inPage(given))];
  expect(here).toBe(there);
  if (compared.name === 'errors') expect(here).toContain('OwnError');
  else expect(here).not.toContain('"error"');
});
