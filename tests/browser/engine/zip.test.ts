import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { createStelloAgent, loadSkillsFromDirectory, SkillRouterImpl } from '../../../src/engine/index.js';

test('a zip file that a user has chosen brings its skills to an agent', async () => {
  const text = (name: string) =>
    new TextEncoder().encode(`---\nname: ${name}\ndescription: >\n  of ${name}\n---\nDo it.`);
  const zip = zipSync({
    'skills/a/SKILL.md': text('a'),
    'skills/b/SKILL.md': text('b'),
    'skills/x.bin': new Uint8Array(9),
  });
  const skills = new SkillRouterImpl();
  const file = new File([zip], 'skills.zip', { type: 'application/zip' });
  for (const skill of await loadSkillsFromDirectory(file)) skills.register(skill);
  const engine = await createStelloAgent({ capabilities: { skills } }).attach('main');
  expect(await engine.executeTool('activate_skill', { name: 'b' })).toEqual({ success: true, data: 'Do it.' });
  expect(engine.getToolDefinitions()[1]?.description).toContain('- a: of a');
  const broken = new File(['no zip'], 'skills.zip');
  await expect(loadSkillsFromDirectory(broken)).rejects.toMatchObject({ code: 'BAD_ARGS' });
});
