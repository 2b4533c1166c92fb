import { expect, test } from 'vitest';
import { loadSkillsFromDirectory, parseFrontmatter } from '../../../src/engine/index.js';

/** Front matter that is more than plain lines, and the description that it holds. */
const FRONTS: { readonly [front: string]: string } = {
  'name: x\ndescription: >-\n  Rolls dice,\n  and adds them.': 'Rolls dice, and adds them.',
  'name: x\ndescription: |\n  One line.\n  Another.': 'One line.\nAnother.\n',
  'name: x\nmetadata:\n  name: nested\n  description: nested\ndescription: own': 'own',
  'name: x\nallowed-tools:\n  - Read\n  - Write\ndescription: listed': 'listed',
  'name: x\ndescription: "a \\"quoted\\" text" # a remark': 'a "quoted" text',
  'name: x\ndescription: first\n  and second': 'first and second',
  '{ name: x, description: in braces }': 'in braces',
  // No YAML: read by its lines.
  'name:x\ndescription:no space': 'no space',
  'name: x\ndescription:no space': 'no space',
  'name: x\ndescription: use when: asked': 'use when: asked',
  'name: x\ndescription: a\ndescription: last': 'last',
};

test.each(Object.entries(FRONTS))('a page reads %j at once, as it reads a folder', async (front, description) => {
  const text = `---\n${front}\n---\nBody`;
  const skill = { name: 'x', description, content: 'Body' };
  expect(parseFrontmatter(text)).toEqual(skill);
  const address = URL.createObjectURL(new Blob([text]));
  expect(await loadSkillsFromDirectory([address])).toEqual([skill]);
  URL.revokeObjectURL(address);
});

test('front matter that grows without end is read by its lines', () => {
  const bomb = Array.from({ length: 12 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(i === 0 ? 0 : 9)}]`).join(
    '\n',
  );
  const text = `---\nname: x\n${bomb}\n---\nBody`;
  expect(parseFrontmatter(text)).toEqual({ name: 'x', description: '', content: 'Body' });
});
