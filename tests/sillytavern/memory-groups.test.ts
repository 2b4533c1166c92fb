import { expect, test } from 'vitest';
import type { Host } from '../../src/index.js';
import type { App } from './app.js';
import { slash } from './drawer.js';
import { chatName, openCharacter, openMemoryApp, person } from './memory-parts.js';

/** Makes a group of the only character, as a user does, and opens it. @returns its id. */
async function openGroup({ page }: App): Promise<string> {
  const click = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((button: HTMLElement) => button.click());
  await click('#rm_button_group_chats');
  await click('#rm_group_add_members [data-action=add]');
  await page.locator('#rm_group_members .group_member').waitFor({ state: 'attached' });
  await click('#rm_group_submit');
  await page.waitForFunction(() => SillyTavern.getContext().groups?.length === 1);
  const id = await page.evaluate(() => String(SillyTavern.getContext().groups?.[0]?.id));
  await showGroup(page, id);
  return id;
}

/** Opens a group, asked as often as the host refuses to: it does while it saves a chat. */
const showGroup = (page: App['page'], group: string) =>
  expect
    .poll(
      async () => {
        const shown = await page.evaluate(() => {
          const { groupId, chat } = SillyTavern.getContext();
          return { groupId, loaded: chat.length > 0 };
        });
        if (shown.groupId === group) return shown.loaded;
        await page.evaluate(`import('/scripts/group-chats.js').then((groups) => groups.openGroupById('${group}'))`);
        return false;
      },
      { timeout: 15_000 },
    )
    .toBe(true);

/**
 * Looks at what is sent from now on. @returns what waits until the group has been written down after its chat, which the host
 * does a second later: at the very moment of a renaming it would bring the old name back.
 */
function watchGroup({ page }: App): () => Promise<void> {
  const started = { chat: 0, group: 0 };
  page.on('response', (response) => {
    const { startTime } = response.request().timing();
    if (response.url().endsWith('/api/chats/group/save')) started.chat = startTime;
    if (response.url().endsWith('/api/groups/edit')) started.group = startTime;
  });
  const since = () => started.group - started.chat;
  return () => expect.poll(since, { timeout: 15_000 }).toBeGreaterThan(900);
}

/** What an extension finds in the memory of the open chat. */
const titles = ({ page }: App) =>
  page.evaluate(async () => {
    const session = await globalThis.remember();
    return (await session.listVisibleCandidates()).map(({ title }) => title).sort();
  });

const kept = ({ page }: App) =>
  page.evaluate(async () => {
    const { getExtensionApi = () => undefined } = SillyTavern.getContext();
    return (getExtensionApi('bulkhead') as Pick<Host, 'memory'>).memory.chats();
  });

test('each chat of a group has a memory of its own, which goes with its messages, its branches, its name and the group', async () => {
  await using app = await openMemoryApp();
  const group = await openGroup(app);
  const openGroupChat = async (name: string) => {
    await app.page.evaluate(
      ([id, chat]) =>
        (
          SillyTavern.getContext() as unknown as { openGroupChat(id: string, chat: string): Promise<void> }
        ).openGroupChat(id, chat),
      [group, name] as const,
    );
    await app.page.waitForFunction((chat) => SillyTavern.getContext().chatId === chat, name);
  };
  const groupWritten = watchGroup(app);
  app.model.play({ content: 'One.' });
  await app.send('Hello');
  await app.page.locator('#chat .mes_text').getByText('One.').waitFor();
  await app.idle();
  await groupWritten();
  const first = await chatName(app);
  await person(app, 'Alice');
  expect(await kept(app)).toEqual([`group:${group}/${first}`]);

  await slash(app, '/newchat');
  await app.page.waitForFunction((name) => SillyTavern.getContext().chatId !== name, first);
  expect(await titles(app)).toEqual([]);
  const second = await chatName(app);
  await person(app, 'Bob');
  await openGroupChat(first);
  expect(await titles(app)).toEqual(['Alice']);

  const branch = await slash(app, '/branch-create 2');
  await app.page.waitForFunction((name) => SillyTavern.getContext().chatId === name, branch);
  expect(await titles(app)).toEqual(['Alice']);
  await slash(app, '/renamechat renamed');
  await app.page.waitForFunction(() => SillyTavern.getContext().chatId === 'renamed');
  expect(await titles(app)).toEqual(['Alice']);
  const all = [first, second, 'renamed'].map((name) => `group:${group}/${name}`).sort();
  await expect.poll(() => kept(app)).toEqual(all);

  // A single character's chats have nothing to do with it.
  await openCharacter(app);
  expect(await titles(app)).toEqual([]);
  await showGroup(app.page, group);
  await app.page.waitForFunction(() => SillyTavern.getContext().chatId === 'renamed');
  expect(await titles(app)).toEqual(['Alice']);

  let deleted = await app.event('GROUP_CHAT_DELETED');
  await slash(app, '/delchat');
  await deleted();
  await expect.poll(() => kept(app)).toEqual(all.filter((chat) => !chat.endsWith('renamed')));
  // The host tells of the chats of a group while one of them is still open.
  deleted = await app.event('GROUP_CHAT_DELETED', 2);
  await app.page.evaluate(`import('/scripts/group-chats.js').then((groups) => groups.deleteGroup('${group}'))`);
  await deleted();
  await openCharacter(app);
  await expect.poll(() => kept(app)).toEqual([]);
  expect(app.troubles).toEqual([]);
});
