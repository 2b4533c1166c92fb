import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

type AxeRun = (
  page: Document,
  options: object,
) => Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong on a page, as `rule: element`. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(await axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: AxeRun } };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

/** Controls of the elements that are too small to hit, as `test id: height`. */
export const tooSmall = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((wanted) => {
    const all = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
    return all(document.body)
      .filter((one) => one.getRootNode() instanceof ShadowRoot)
      .filter((one) => one.matches('button, select, summary, input:not([type=file])') && one.checkVisibility())
      .map((one) => (one.matches('[type=checkbox], [type=radio]') ? (one.closest('label') ?? one) : one))
      .filter((one) => one.getBoundingClientRect().height < wanted - 0.5)
      .map((one) => `${one.getAttribute('data-testid') ?? one.textContent}: ${one.getBoundingClientRect().height}`);
  }, least);
