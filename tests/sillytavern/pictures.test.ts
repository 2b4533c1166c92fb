import { mkdirSync } from 'node:fs';
import { test } from 'vitest';
import { openApp } from './app.js';
import { openDrawer } from './drawer.js';

/** The folder for the documents' pictures; without it none are taken. */
const folder = process.env.BULKHEAD_PICTURES;

const DIARY = `export const manifest = {
  manifest: 1, id: 'diary', version: '1.2.0', name: { en: 'Diary', 'zh-Hans': '日记' }, author: { name: 'Mika' },
  description: { en: 'Keeps a diary of your story and writes into the chat what was new.', 'zh-Hans': '为你的故事写日记，并把新内容写进聊天。' },
  permissions: [
    { id: 'pages', cap: 'store', quotaMiB: 2, reason: { en: 'to keep its pages', 'zh-Hans': '保存日记内容' } },
    { id: 'say', cap: 'chat.write', scope: 'all', reason: { en: 'to write a page into the chat', 'zh-Hans': '把一页日记写进聊天' } },
  ],
};
registerTool({
  name: 'write_page', displayName: 'Write a page', description: 'Writes a page of the diary, and shows it in the chat.', mode: 'write',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  exec: async ({ text }, ctx) => {
    const pages = [...((await ctx.storage.get('pages')) ?? []), text];
    await ctx.storage.set('pages', pages);
    await ctx.chat.append({ text, role: 'system', name: 'Diary' });
    return { pages: pages.length };
  },
});`;

const WORDS = {
  en: {
    ask: 'Write that down.',
    page: 'Woke in the glade. Seraphina had healed me.',
    answer: 'It is in your diary now.',
  },
  'zh-cn': { ask: '把这些记下来。', page: '在林间空地醒来，塞拉菲娜治好了我。', answer: '已经写进你的日记了。' },
} as const;

test.runIf(folder).each(['en', 'zh-cn'] as const)('the installation in pictures, %s', async (locale) => {
  mkdirSync(folder ?? '', { recursive: true });
  await using app = await openApp({ viewport: { width: 1120, height: 700 } });
  await app.load();
  await app.page.evaluate((tag) => localStorage.setItem('language', tag), locale);
  await app.load();
  await app.connect();
  const shoot = async (name: string) => {
    await app.page.screenshot({ path: `${folder}/sillytavern-${name}-${locale}.png`, animations: 'disabled' });
  };
  const drawer = await openDrawer(app);
  const file = { name: 'diary.js', mimeType: 'text/javascript', buffer: Buffer.from(DIARY) };
  await drawer.getByTestId('install-file').setInputFiles([file]);
  await shoot('install');
  await drawer.getByTestId('install-submit').click();
  const sheet = app.page.locator('[data-testid=consent][open]');
  await sheet.waitFor();
  await shoot('consent');
  await sheet.getByTestId('consent-allow').click();
  await drawer.locator('[data-plugin=diary][data-state=on]').waitFor();
  await drawer.getByTestId('drawer-close').click();
  const { ask, page, answer } = WORDS[locale];
  app.model.play({ tools: [{ name: 'write_page', args: { text: page } }] }, { content: answer });
  await app.send(ask);
  const yes = app.page.locator('bulkhead-ask-bar').getByTestId('ask-yes');
  await yes.waitFor();
  await shoot('ask');
  await yes.click();
  await app.model.asked(2);
  await app.idle();
  await shoot('answer');
});
