import type { BrowserContext, Page } from 'playwright';
import { LINES } from '../fixtures/studio/document.js';
import { chatApp } from './harness.js';

/** A reply of a scripted model that calls tools of the document’s adapter. */
export const calls = (content: string, ...tools: readonly (readonly [name: string, args: object])[]) => ({
  content,
  tools: tools.map(([name, args], at) => ({ name, args, id: `${name}_${at}` })),
});

/** The document’s text with another first and another last line. */
export const rewritten = (first: string, last: string): string => [first, ...LINES.slice(1, -1), last].join('\n');

/** The page of an extension that opens studios, over a scripted model. */
export async function openApp(context: BrowserContext, model: string, query = ''): Promise<Page> {
  const page = await context.newPage();
  await page.goto(new URL(`studio-app.html?model=${encodeURIComponent(model)}&${query}`, chatApp.url).href);
  await page.waitForFunction(() => window.studioApp !== undefined);
  return page;
}

/** Opens its studio. */
export async function openStudio(page: Page): Promise<void> {
  await page.locator('#open').click();
  await page.waitForFunction(() => window.studioApp.studio !== null);
}

/** Closes it as a person does, also where something is under way. */
export async function closeStudio(page: Page): Promise<void> {
  const before = await page.evaluate(() => window.studioApp.closed);
  await page.getByTestId('studio-close').click();
  const leave = page.getByTestId('studio-leave-now');
  await page.waitForFunction(
    (closed) =>
      window.studioApp.closed > closed ||
      document
        .querySelector('bulkhead-studio')
        ?.shadowRoot?.querySelector('[data-testid=studio-leave-now]')
        ?.checkVisibility() === true,
    before,
  );
  if (await leave.isVisible()) await leave.click();
  await page.waitForFunction((closed) => window.studioApp.closed > closed, before);
}

/** Says something in it. */
export async function ask(page: Page, text: string): Promise<void> {
  await page.getByTestId('studio-input').fill(text);
  await page.keyboard.press('Enter');
}

/** Waits until it does this, or `idle`. */
export const phase = (page: Page, wanted: string) =>
  page.waitForFunction((name) => window.studioApp.studio?.view.phase === name, wanted);

/** Waits until a proposal waits, and nothing is under way. */
export const waits = (page: Page) =>
  page.waitForFunction(() => {
    const { phase, session } = window.studioApp.studio?.view ?? {};
    return phase === 'idle' && session?.pendingApproval;
  });

/** Waits until the document that is edited has this title, and nothing is under way. */
export const titled = (page: Page, title: string) =>
  page.waitForFunction((wanted) => {
    const { session, phase } = window.studioApp.studio?.view ?? {};
    return phase === 'idle' && session?.workingProfile.title === wanted;
  }, title);

/** What is edited, as the studio and the settings hold it now. */
export const profiles = (page: Page) =>
  page.evaluate(() => ({
    working: window.studioApp.studio?.view.session.workingProfile,
    applied: window.studioApp.settings.document,
  }));

/** What was said: who, what, and what became of it. */
export const talk = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window.studioApp.studio?.view.session.messages ?? []).map(({ role, content, toolState, auto }) =>
      [role, ...(auto ? ['auto'] : []), content, ...(toolState ? [toolState] : [])].join(' · '),
    ),
  );
