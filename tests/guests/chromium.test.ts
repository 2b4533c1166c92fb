import { afterAll, beforeAll } from 'vitest';
import { type GuestsPage, openGuestsPage } from './guests-page.js';
import { testEachPackage } from './outcomes.js';

let page: GuestsPage | undefined;

beforeAll(async () => {
  page = await openGuestsPage();
});

afterAll(() => page?.[Symbol.asyncDispose]());

testEachPackage(async (source) => {
  if (!page) throw new Error('the page did not open');
  return page.run(source);
});
