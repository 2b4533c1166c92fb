import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { closeDrawer, openDrawer, slash } from './drawer.js';
import {
  chatName,
  fillChat,
  onServer,
  openChat,
  openMemoryApp,
  otherBrowser,
  person,
  remembered,
} from './memory-parts.js';

/** The last message; the first is the greeting. */
const LAST = 8;
/** The host saves a while after the last change. */
const SAVED_MS = 15_000;

/** What is remembered of a chat up to a message: the words of each, and a person that was written down after each answer. */
function upTo(last: number) {
  const answers = Array.from({ length: Math.floor(last / 2) + 1 }, (_, at) => 2 * at);
  return {
    said: Array.from({ length: last + 1 }, (_, floor) => `#${floor + 1}`),
    people: answers.map((floor) => `person ${floor}`),
    edges: answers.slice(1).map((floor) => `person ${floor} knows person ${floor - 2}`),
  };
}

async function memoryOf(where: { readonly page: Page }) {
  const { nodes, edges } = await remembered(where);
  const titles = [...new Set(nodes)];
  return {
    said: titles.filter((title) => title.startsWith('#')),
    people: titles.filter((title) => title.startsWith('person')),
    edges: edges.filter((edge) => edge.includes(' knows ')).sort(),
  };
}

async function branchAt(where: { readonly page: Page }, message: number): Promise<string> {
  const branch = await slash(where, `/branch-create ${message}`);
  await where.page.waitForFunction((name) => SillyTavern.getContext().chatId === name, branch);
  return branch;
}

test('a branch at any message has what was remembered up to there and nothing after it, here and by its file alone', async () => {
  await using app = await openMemoryApp();
  await slash(app, '/newchat');
  const section = (await openDrawer(app, 'memory')).getByTestId('chat-memory');
  await section.getByTestId('chat-memory-remember').check();
  await closeDrawer(app);
  const parent = await chatName(app);
  let before = await person(app, 'person 0');
  for (let floor = 2; floor <= LAST; floor += 2) {
    await fillChat(app, [
      ['user', `What was asked as message ${floor - 1}.`],
      ['model', `What was answered as message ${floor}.`],
    ]);
    before = await person(app, `person ${floor}`, { [before]: 'knows' });
  }
  const has = (where: { readonly page: Page }, last: number) =>
    expect.poll(() => memoryOf(where), { timeout: SAVED_MS, message: `up to ${last}` }).toEqual(upTo(last));
  // Opened once more, what was said since is remembered.
  await slash(app, '/newchat');
  await openChat(app, parent);
  await has(app, LAST);

  const branches = new Map<string, number>();
  for (const message of [0, 3, LAST / 2, LAST - 1, LAST]) {
    const branch = await branchAt(app, message);
    await has(app, message);
    branches.set(branch, message);
    await expect.poll(() => onServer(app, branch)?.chat, { timeout: SAVED_MS }).toMatch(new RegExp(`/${branch}$`));
    await openChat(app, parent);
    await has(app, LAST);
  }
  await expect.poll(() => onServer(app, parent)?.chat, { timeout: SAVED_MS }).toMatch(new RegExp(`/${parent}$`));

  await otherBrowser(app, async (other) => {
    const there = { page: other };
    for (const [branch, message] of branches) {
      await openChat(there, branch);
      await has(there, message);
    }
    // There the parent is known by its file alone too, and so are its branches and theirs.
    await openChat(there, parent);
    await has(there, LAST);
    const middle = await branchAt(there, LAST / 2);
    await has(there, LAST / 2);
    await branchAt(there, 1);
    await has(there, 1);
    await openChat(there, middle);
    await has(there, LAST / 2);
    await openChat(there, parent);
    await has(there, LAST);
  });
  expect(app.troubles).toEqual([]);
});
