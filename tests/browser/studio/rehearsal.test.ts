import { expect, test } from 'vitest';
import { CHAT_PROFILES } from '../../../src/chat/mode-profiles.js';
import { keptProfiles, type ProfileMode } from '../../../src/engine/modes/index.js';
import type { Host } from '../../../src/index.js';
import { profileStudioAdapter, type Rehearsal } from '../../../src/studio/profiles/index.js';
import { type Answer, heldStorage, openEditing } from '../../fixtures/studio/editing.js';
import { giveTools } from '../modes/recorded.js';
import { testHost } from '../setup.js';

const kept = async (host: Host) => (await host.tools.execute('kept')).value;
const finalize = (text: string) => [{ name: 'finalize', args: { capsule_text: text } }];
const BRIEF = [{ name: 'set_prompt', args: { of: 'agent', text: 'Be brief.' } }];

async function editing<M extends ProfileMode>(
  host: Host,
  mode: M,
  answers: readonly Answer[],
  more: Partial<Rehearsal> = {},
) {
  const profileStore = keptProfiles(`profiles-${crypto.randomUUID()}`);
  const adapter = await profileStudioAdapter({
    ...{ mode, profileStore, usual: CHAT_PROFILES[mode], language: 'en', storage: heldStorage() },
    rehearsal: {
      orchestrator: host.orchestrator,
      messages: () => [{ role: 'user', content: 'Keep one, and say so.' }],
      ...more,
    },
  });
  return { profileStore, ...(await openEditing(adapter, answers)) };
}

test('a proposal is rehearsed before it is approved: a whole run, of which nothing is done', async () => {
  await using host = testHost();
  await giveTools(host);
  const { studio, asked } = await editing(host, 'loop', [
    BRIEF,
    [{ name: 'keep', args: { text: 'one' } }],
    finalize('Kept <one>.'),
    'It is brief now.',
  ]);
  expect(await studio.send('Brief, please')).toMatchObject({ outcome: 'pending' });
  const trial = studio.view.session.messages.at(-1)?.trial;
  expect(trial?.verdict).toBe('passed');
  expect(trial?.checks.map(({ verdict }) => verdict)).toEqual(['passed', 'passed', 'passed']);
  expect(trial?.checks[1]?.detail).toBe('Result: Kept <one>.');
  expect(trial?.effects.join()).toMatch(/would write “text”/);
  expect(trial?.log.map(({ text }) => text).join('\n')).toContain('keep {"text":"one"}');
  expect(trial?.forModel).toContain('<capsule>Kept &#60;one&#62;.</capsule>');
  // Its agent was told what the proposal says, and what a chat would say; it had the tools of the page.
  expect(asked[1]?.messages.slice(0, 2)).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Keep one, and say so.' },
  ]);
  expect(asked[1]?.tools.map((tool) => tool.function.name)).toContain('keep');
  expect(await kept(host)).toBe('nothing');
  expect(studio.view.session.workingProfile.prompt).toBe('');
  await studio.approve();
  expect(studio.view.session.workingProfile.prompt).toBe('Be brief.');
  await studio.send('And?');
  expect(JSON.stringify(asked.at(-1)?.messages)).toContain('simulation kind');
});

test('a rehearsal that comes to nothing says why, and what it has called in vain', async () => {
  await using host = testHost();
  await giveTools(host);
  const { studio } = await editing(host, 'loop', [
    [{ name: 'set_limits', args: { max_rounds: 2 } }],
    [{ name: 'nothing_like_it' }],
    [{ name: 'kept' }],
  ]);
  await studio.send('Two rounds');
  const trial = studio.view.session.messages.at(-1)?.trial;
  expect(trial).toMatchObject({ verdict: 'failed', summary: expect.stringContaining('its limits ended it') });
  expect(trial?.checks.map(({ verdict }) => verdict)).toEqual(['passed', 'failed', 'failed']);
  expect(trial?.checks[2]?.detail).toContain('nothing_like_it');
});

test('stages are rehearsed as they would be, and a model that asks too much is stopped', async () => {
  await using host = testHost();
  const answers = [
    [{ name: 'set_prompt', args: { of: 'answer', text: 'Answer in verse.' } }],
    [{ name: 'luker_orch_node_output', args: { text: 'a draft' } }],
    [{ name: 'luker_orch_review_approve' }],
    [{ name: 'luker_orch_final_guidance', args: { text: 'In verse.' } }],
  ];
  const { studio, asked } = await editing(host, 'spec', answers);
  await studio.send('Verse');
  expect(studio.view.session.messages.at(-1)?.trial).toMatchObject({
    verdict: 'passed',
    summary: 'The rehearsal came to a result after 3 requests to the model.',
  });
  expect(asked.at(-1)?.messages[0]?.content).toBe('Answer in verse.');
  const greedy = await editing(host, 'spec', answers, { mostRequests: 2 });
  await greedy.studio.send('Verse');
  expect(greedy.studio.view.session.messages.at(-1)?.trial).toMatchObject({
    verdict: 'failed',
    summary: expect.stringContaining('more than 2 requests'),
  });
});

test('a stop ends the rehearsal and leaves the proposal; rehearsals can be switched off, and had by hand', async () => {
  await using host = testHost();
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const { studio, settings, panel } = await editing(host, 'loop', [BRIEF, BRIEF, finalize('By hand.')], {
    messages: () => {
      asked();
      return new Promise(() => {});
    },
  });
  const sending = studio.send('Brief');
  await isAsked;
  expect(studio.view.phase).toBe('trying');
  studio.stop();
  await sending;
  expect(studio.view.session.pendingApproval).not.toBeNull();
  expect(studio.view.session.messages.at(-1)?.trial).toBeUndefined();
  await studio.reject();
  await studio.act('rehearsals', null, '#p');
  expect(settings).toMatchObject({ iterRehearse: false });
  expect(panel()).toContain('aria-pressed="false"');
  await studio.send('Brief');
  expect(studio.view.session.messages.at(-1)?.trial).toMatchObject({ summary: 'It can be run. Rehearsals are off.' });
});

test('a profile is rehearsed by hand, also while another review keeps it from being', async () => {
  await using host = testHost();
  const { studio, panel } = await editing(host, 'loop', [finalize('By hand.')]);
  await host.orchestrator.withReview(async () => {
    await studio.act('rehearse', null, '#p');
  });
  expect(panel()).toContain('The rehearsal came to no result.');
  await studio.act('rehearse', null, '#p');
  expect(panel()).toContain('Result: By hand.');
});
