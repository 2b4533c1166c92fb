import { expect, test } from 'vitest';
import { CHAT_PROFILES } from '../../../../src/chat/mode-profiles.js';
import type { ProfileStore } from '../../../../src/engine/modes/kept-profiles.js';
import { type ModeProfiles, PROFILE_MODES, type ProfileMode } from '../../../../src/engine/modes/profiles.js';
import { mismatchOf } from '../../../../src/engine/tools/arguments.js';
import { profileStudioAdapter } from '../../../../src/studio/profiles/index.js';
import { PROFILE_TEXTS } from '../../../../src/studio/profiles/words.js';
import { type Answer, heldStorage, openEditing } from '../../../fixtures/studio/editing.js';

function heldProfileStore(kept: Partial<ModeProfiles> = {}): ProfileStore & { kept: Partial<ModeProfiles> } {
  const profileStore = {
    kept,
    read: async <M extends ProfileMode>(mode: M) => profileStore.kept[mode] ?? null,
    async write<M extends ProfileMode>(mode: M, profile: ModeProfiles[M] | null) {
      profileStore.kept = { ...profileStore.kept, [mode]: profile ?? undefined };
    },
  };
  return profileStore;
}

async function editing<M extends ProfileMode>(
  mode: M,
  answers: readonly Answer[],
  profileStore = heldProfileStore(),
  language = 'en',
) {
  const usual = CHAT_PROFILES[mode];
  const adapter = await profileStudioAdapter({ mode, usual, profileStore, language, storage: heldStorage() });
  return { adapter, profileStore, ...(await openEditing(adapter, answers)) };
}

test('stages are edited by calls, looked at, and run like that once somebody says so', async () => {
  const { studio, profileStore, panel } = await editing('spec', [
    [
      { name: 'edit_prompt', args: { of: 'draft', find: 'Answer the user.', replace: 'Answer in verse.' } },
      {
        name: 'add_stage',
        args: {
          stage: 'think',
          mode: 'parallel',
          nodes: [{ id: 'facts', type: 'worker', prompt: 'Gather facts.' }],
          before: 'work',
        },
      },
      { name: 'set_limits', args: { reviewRerunMaxRounds: 1 } },
    ],
  ]);
  expect(panel()).toContain('data-state="usual"');
  expect(await studio.send('Verse, and facts first')).toMatchObject({ ok: true, outcome: 'pending' });
  const message = studio.view.session.messages.at(-1);
  expect(studio.view.session.workingProfile).toEqual(CHAT_PROFILES.spec);
  expect(message?.trial).toMatchObject({ verdict: 'passed', checks: [{ verdict: 'passed' }] });
  const comparison = message && (await studio.comparison(message));
  expect(comparison?.changes.map(({ path, kind }) => [path, kind])).toEqual([
    ['limits.reviewRerunMaxRounds', 'changed'],
    ['stages[0]', 'added'],
    ['stages[1].nodes[0].prompt', 'changed'],
  ]);
  await studio.approve();
  const { workingProfile } = studio.view.session;
  expect(workingProfile.stages.map(({ id, nodes }) => [id, nodes.length])).toEqual([
    ['think', 1],
    ['work', 2],
    ['end', 1],
  ]);
  expect(panel()).toContain('data-state="other"');
  expect(profileStore.kept).toEqual({});
  await studio.act('apply', null, '#p');
  expect(profileStore.kept.spec).toEqual(workingProfile);
  expect(panel()).toContain('data-state="used"');
  await studio.act('usual', null, '#p');
  expect(await profileStore.read('spec')).toBeNull();
  expect(panel()).toContain('data-state="other"');
});

test('agents of a planner are added, renamed and removed; a new session begins with what is saved', async () => {
  const agents = [{ name: 'scout', prompt: 'Look.' }];
  const profileStore = heldProfileStore({ agenda: { ...CHAT_PROFILES.agenda, agents } });
  const { studio } = await editing(
    'agenda',
    [
      [
        { name: 'add_agent', args: { name: 'poet', prompt: 'Write verse.' } },
        { name: 'rename_agent', args: { agent: 'scout', name: 'guide' } },
        { name: 'set_prompt', args: { of: 'planner', text: 'Plan verse.' } },
        { name: 'remove_agent', args: { agent: 'poet' } },
      ],
    ],
    profileStore,
  );
  expect(studio.view.session.workingProfile.agents).toEqual(agents);
  studio.setAutoApply(true);
  expect(await studio.send('go')).toMatchObject({ outcome: 'completed' });
  expect(studio.view.session.workingProfile).toMatchObject({
    plannerPrompt: 'Plan verse.',
    agents: [{ name: 'guide', prompt: 'Look.' }],
  });
});

test('a call that cannot be is told why, and the rest of its answer is done', async () => {
  const { studio } = await editing('spec', [
    [
      { name: 'remove_node', args: { node: 'nobody' } },
      { name: 'add_node', args: { stage: 'work', id: 'draft', type: 'worker', prompt: 'x' } },
      { name: 'add_node', args: { stage: 'work', id: '../x', type: 'worker', prompt: 'x' } },
      { name: 'edit_prompt', args: { of: 'draft', find: 'o', replace: '' } },
      { name: 'change_node', args: { node: 'review', name: 'judge' } },
    ],
  ]);
  studio.setAutoApply(true);
  await studio.send('go');
  const results = studio.view.session.messages.at(-1)?.toolResults?.map(({ result }) => result);
  expect(results?.map(({ ok }) => ok)).toEqual([false, false, false, false, true]);
  expect(String(results?.[0]?.error)).toMatch(/no agent is called nobody: draft, review, answer/);
  expect(String(results?.[3]?.error)).toMatch(/places/);
  expect(studio.view.session.workingProfile.stages[0]?.nodes.map(({ id }) => id)).toEqual(['draft', 'judge']);
});

test('what cannot be run says so in the panel and in its trial, and is not saved', async () => {
  const { studio, profileStore, panel } = await editing('spec', [[{ name: 'remove_stage', args: { stage: 'end' } }]]);
  await studio.send('Only the draft');
  expect(studio.view.session.messages.at(-1)?.trial).toMatchObject({ verdict: 'failed' });
  await studio.approve();
  expect(panel()).toContain('review');
  expect(panel()).toContain('bh-editor-problems');
  await studio.act('apply', null, '#p');
  expect(studio.view.status).toMatchObject({ kind: 'error' });
  expect(profileStore.kept).toEqual({});
});

test('every tool’s schema is closed, and what the tools take is what their schemas say', async () => {
  for (const mode of PROFILE_MODES) {
    const { adapter, studio } = await editing(mode, []);
    for (const { function: tool } of adapter.buildEditableToolSet(studio.view.session as never)) {
      expect(tool.parameters, tool.name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(await mismatchOf(tool.name, tool.parameters as Record<string, unknown>, { strange: 1 })).toBeDefined();
      expect(adapter.describeTool(tool.name), tool.name).not.toBe(tool.name);
    }
  }
});

test('a prompt with markup is text in the panel', async () => {
  const prompt = `</p><img src=x onerror="alert(1)"><script>1</script>`;
  const { panel } = await editing('loop', [], heldProfileStore({ loop: { ...CHAT_PROFILES.loop, prompt } }));
  expect(panel()).not.toMatch(/<img|<script/);
  expect(panel()).toContain('&#60;img');
});

test('paths are called what they are in each language', async () => {
  const label = async (language: string, path: string) =>
    (await editing('spec', [], heldProfileStore(), language)).adapter.formatDiffPathLabel(path);
  const path = 'stages[0].nodes[1].prompt';
  expect(await label('en-GB', path)).toBe('Stage 1 / Agent 2 / Prompt');
  expect(await label('zh-cn', path)).toBe('阶段 1 / 智能体 2 / 提示词');
  expect(await label('zh-TW', path)).toBe('階段 1 / 智能體 2 / 提示詞');
  expect(await label('en', 'limits.reviewRerunMaxRounds')).toBe('Limits / Times that work is sent back');
  expect(await label('en', '(root)')).toBe('(root)');
});

test('every word is there in every language, with the same places to fill in', () => {
  const places = (text = '') => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort();
  for (const [key, [en, ...others]] of Object.entries(PROFILE_TEXTS)) {
    for (const other of others) {
      expect(other, key).not.toBe('');
      expect(places(other), key).toEqual(places(en));
    }
  }
});
