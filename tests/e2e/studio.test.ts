import { expect, test } from 'vitest';
import { startModel } from '../../scripts/sillytavern/model.mjs';
import { DOC, LINES } from '../fixtures/studio/document.js';
import { troubles } from './browser.js';
import { browser } from './harness.js';
import {
  ask,
  calls,
  closeStudio,
  openApp,
  openStudio,
  phase,
  profiles,
  rewritten,
  talk,
  titled,
  waits,
} from './studio-drive.js';

const GO_ON = ['iter_continue', { reason: 'The title is still the old one.' }] as const;

test('a person refuses one hunk, approves the rest, lets the model go on, rolls back, reloads, and goes on', async () => {
  await using model = await startModel();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await openApp(context, model.url);
  const found = troubles(page);
  await openStudio(page);
  model.play(
    calls(
      'Another beginning and another end.',
      ['write_text', { text: rewritten('It begins here.', 'It ends here.') }],
      GO_ON,
    ),
    calls('And the title.', ['set_title', { title: 'Porto' }]),
  );
  await ask(page, 'Make it about Porto.');
  await waits(page);
  expect(await profiles(page)).toEqual({ working: DOC, applied: DOC });
  // One text, two hunks: the first is refused by keyboard.
  await page.getByTestId('review-hunk').nth(1).waitFor();
  await page.getByTestId('review-list').focus();
  await page.keyboard.press('n');
  await page.waitForFunction(() => {
    const { session } = window.studioApp.studio?.view ?? {};
    const { review } = session?.messages.at(-1) ?? {};
    return Object.values(review?.decisions ?? {}).join() === 'reject';
  });
  await page.getByTestId('studio-approve').click();
  // The model goes on by itself, and is told what the person did not want.
  await waits(page);
  expect(await talk(page)).toEqual([
    'user · Make it about Porto.',
    'assistant · Another beginning and another end. · completed',
    'assistant · auto · And the title. · pending',
  ]);
  const after = { title: DOC.title, text: rewritten(LINES[0] ?? '', 'It ends here.') };
  expect(await profiles(page)).toEqual({ working: after, applied: DOC });
  const [, second] = await model.asked(2);
  const told = second?.messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.parse(String(content)));
  expect(told?.[0]).toMatchObject({ ok: true, declinedByUser: ['text'] });
  await page.getByTestId('studio-approve').click();
  await phase(page, 'idle');
  await page.waitForFunction(() => window.studioApp.studio?.view.session.pendingApproval === null);
  expect((await profiles(page)).working).toEqual({ ...after, title: 'Porto' });

  await page.getByTestId('studio-message').last().hover();
  await page.getByTestId('studio-rollback').last().click();
  await page.waitForFunction(() => window.studioApp.studio?.view.session.messages.length === 2);
  expect(await profiles(page)).toEqual({ working: after, applied: DOC });

  const before = await talk(page);
  // It is seen a moment before it is kept.
  await page.waitForFunction(async () => (await window.studioApp.kept()) === 2);
  await page.reload();
  await page.waitForFunction(() => window.studioApp !== undefined);
  await openStudio(page);
  expect(await talk(page)).toEqual(before);
  expect(await profiles(page)).toEqual({ working: after, applied: DOC });
  model.play(calls('A title.', ['set_title', { title: 'Lisbon' }]));
  await ask(page, 'Call it Lisbon.');
  await waits(page);
  await page.getByTestId('studio-approve').click();
  await page.waitForFunction(() => window.studioApp.studio?.view.session.pendingApproval === null);
  await page.getByRole('button', { name: 'Apply the document' }).click();
  await page.waitForFunction(() => window.studioApp.settings.document.title === 'Lisbon');
  expect(await profiles(page)).toEqual({
    working: { ...after, title: 'Lisbon' },
    applied: { ...after, title: 'Lisbon' },
  });
  // What was called before the reload is told again, with what came of it.
  const [third] = model.requests;
  expect(third?.messages.map(({ role }) => role)).toEqual(['system', 'assistant', 'tool', 'tool', 'user']);
  await closeStudio(page);
  expect(await page.evaluate(() => [window.studioApp.opened, window.studioApp.closed])).toEqual([1, 1]);
  expect(found).toEqual([]);
});

const SET = calls('A title.', ['set_title', { title: 'Porto' }]);

/** How a studio comes to be in the middle of something. */
const PHASES: readonly (readonly [
  name: string,
  phase: string,
  reach: (page: Awaited<ReturnType<typeof openApp>>) => Promise<void>,
  replies: readonly object[],
  ends: string,
])[] = [
  ['the model is asked', 'asking', async (page) => ask(page, 'Go.'), [{ content: 'I think', hold: true }], 'nothing'],
  [
    'a proposal is predicted',
    'predicting',
    async (page) => {
      await page.evaluate(() => window.studioApp.gates.shut('execute'));
      await ask(page, 'Go.');
    },
    [SET],
    'nothing',
  ],
  [
    'a proposal is tried',
    'trying',
    async (page) => {
      await page.evaluate(() => window.studioApp.gates.shut('try'));
      await ask(page, 'Go.');
    },
    [SET],
    'pending',
  ],
  [
    'an approved proposal is executed',
    'executing',
    async (page) => {
      await ask(page, 'Go.');
      await waits(page);
      await page.evaluate(() => window.studioApp.gates.shut('execute'));
      await page.getByTestId('studio-approve').click();
    },
    [SET],
    'pending',
  ],
  [
    'a proposal is applied at once',
    'executing',
    async (page) => {
      await page.getByTestId('studio-auto').click();
      await page.evaluate(() => window.studioApp.gates.shut('execute'));
      await ask(page, 'Go.');
    },
    [SET],
    'nothing',
  ],
  [
    'a button of the adapter is at work',
    'acting',
    async (page) => {
      await page.evaluate(() => window.studioApp.gates.shut('act'));
      await page.getByRole('button', { name: 'Apply the document' }).click();
    },
    [],
    'nothing',
  ],
];

for (const how of ['stop', 'close', 'reload'] as const) {
  test.each(PHASES)(`${how} while %s leaves the profile as it was`, async (_, wanted, reach, replies, ends) => {
    await using model = await startModel();
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await openApp(context, model.url);
    await openStudio(page);
    model.play(...replies);
    await reach(page);
    await phase(page, wanted);
    if (wanted === 'asking') await model.asked(1);
    if (how === 'stop') {
      await page.getByTestId('studio-stop').click();
      await phase(page, 'idle');
    } else if (how === 'close') await closeStudio(page);
    else {
      await page.reload();
      await page.waitForFunction(() => window.studioApp !== undefined);
    }
    if (wanted === 'asking') await model.hungUp();
    // What was in the middle of it ends only now, and nobody hears it.
    await page.evaluate(() => window.studioApp.gates.release());
    if (how !== 'stop') await openStudio(page);
    expect(await page.evaluate(() => window.studioApp.studio?.view.session.workingProfile)).toEqual(DOC);
    const said = await talk(page);
    expect(said.filter((line) => line.startsWith('assistant'))).toEqual(
      ends === 'pending' ? ['assistant · A title. · pending'] : [],
    );
    // It can be gone on with.
    model.play(SET);
    if (ends !== 'pending') await ask(page, 'Again.');
    if (ends !== 'pending' && !(await page.evaluate(() => window.studioApp.studio?.view.autoApply))) await waits(page);
    if (await page.getByTestId('studio-approve').isVisible()) await page.getByTestId('studio-approve').click();
    await titled(page, 'Porto');
  });
}

test.each(['stop', 'close'] as const)(
  '%s while the model goes on by itself keeps what was approved, and nothing else',
  async (how) => {
    await using model = await startModel();
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await openApp(context, model.url);
    await openStudio(page);
    model.play(calls('A title.', ['set_title', { title: 'Porto' }], GO_ON), { content: 'And now', hold: true });
    await ask(page, 'Go.');
    await waits(page);
    await page.getByTestId('studio-approve').click();
    await model.asked(2);
    await phase(page, 'asking');
    if (how === 'stop') await page.getByTestId('studio-stop').click();
    else await closeStudio(page);
    await model.hungUp();
    if (how === 'close') await openStudio(page);
    await titled(page, 'Porto');
    expect(await talk(page)).toEqual(['user · Go.', 'assistant · A title. · completed']);
    expect((await profiles(page)).applied).toEqual(DOC);
  },
);

test('two tabs on one history lose nothing: who is second goes on in a session of their own', async () => {
  await using model = await startModel();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const one = await openApp(context, model.url);
  await openStudio(one);
  model.play(calls('One.', ['set_title', { title: 'One' }]));
  await ask(one, 'Call it one.');
  await waits(one);
  await one.getByTestId('studio-approve').click();
  await phase(one, 'idle');
  const other = await openApp(context, model.url);
  await openStudio(other);
  expect(await talk(other)).toEqual(await talk(one));
  for (const [page, name] of [
    [one, 'Two'],
    [other, 'Three'],
  ] as const) {
    model.play(calls(`${name}.`, ['set_title', { title: name }]));
    await ask(page, `Call it ${name}.`);
    await waits(page);
    await page.getByTestId('studio-approve').click();
    await titled(page, name);
  }
  // At the same moment, too.
  const both = [one, other];
  model.play(...both.map(() => calls('Both.', ['set_title', { title: 'Both' }])));
  await Promise.all(both.map((page) => ask(page, 'Call it Both.')));
  await Promise.all(both.map(waits));
  await Promise.all(both.map((page) => page.getByTestId('studio-approve').click()));
  await Promise.all(both.map((page) => titled(page, 'Both')));
  const ids = await Promise.all(
    [one, other].map((page) => page.evaluate(() => window.studioApp.studio?.view.session.id)),
  );
  expect(new Set(ids).size).toBe(2);
  await Promise.all([closeStudio(one), closeStudio(other)]);
  // All of it is there for whoever comes later.
  const third = await openApp(context, model.url);
  await openStudio(third);
  const kept = [];
  for (const id of ids) {
    await third.locator(`[data-testid=studio-session][data-session="${id}"] .open`).click();
    await third.waitForFunction((wanted) => window.studioApp.studio?.view.session.id === wanted, id);
    kept.push((await talk(third)).filter((line) => line.startsWith('user')));
  }
  expect(kept).toEqual([
    ['user · Call it one.', 'user · Call it Two.', 'user · Call it Both.'],
    ['user · Call it one.', 'user · Call it Three.', 'user · Call it Both.'],
  ]);
});
