import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/ui/i18n/language.js';
import { APP } from '../../../src/ui/i18n/texts/app.js';
import { CHAT } from '../../../src/ui/i18n/texts/chat.js';
import { DRAWER } from '../../../src/ui/i18n/texts/drawer.js';
import { ERRORS } from '../../../src/ui/i18n/texts/errors.js';
import { MCP } from '../../../src/ui/i18n/texts/mcp.js';
import { MEMORY } from '../../../src/ui/i18n/texts/memory.js';
import { PERMISSIONS } from '../../../src/ui/i18n/texts/permissions.js';
import { PLUGINS } from '../../../src/ui/i18n/texts/plugins.js';
import { REVIEW } from '../../../src/ui/i18n/texts/review.js';
import { RUNS } from '../../../src/ui/i18n/texts/runs.js';
import { SKILLS } from '../../../src/ui/i18n/texts/skills.js';
import { STUDIO } from '../../../src/ui/i18n/texts/studio.js';
import { STUDIO_PLACE } from '../../../src/ui/i18n/texts/studio-place.js';
import { TALK } from '../../../src/ui/i18n/texts/talk.js';
import { TOOLS } from '../../../src/ui/i18n/texts/tools.js';
import type { Texts } from '../../../src/ui/i18n/texts/types.js';
import { ERROR_FAULTS } from '../../../worker/protocol/errors.js';

const tables: readonly Texts[] = [
  ...[APP, TOOLS, PLUGINS, PERMISSIONS, DRAWER, SKILLS, MEMORY, CHAT, TALK],
  ...[RUNS, REVIEW, MCP, STUDIO, STUDIO_PLACE, ERRORS],
];
const entries = tables.flatMap((table) => Object.entries(table));
const values = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

test('every language has every word, with the same values in it, and none twice', () => {
  expect(Object.keys(LANGUAGES)).toEqual(['en', 'zh-Hans', 'zh-Hant']);
  expect(new Set(entries.map(([key]) => key)).size).toBe(entries.length);
  for (const [key, text] of entries) {
    expect(text.length, key).toBe(Object.keys(LANGUAGES).length);
    for (const one of text) {
      expect(one, key).not.toBe('');
      expect(values(one), key).toEqual(values(text[0]));
    }
  }
});

test('every error code has its words in every language', () => {
  expect(Object.keys(ERRORS).sort()).toEqual(Object.keys(ERROR_FAULTS).sort());
});

test('Chinese is set with full-width punctuation, and each script keeps to itself', () => {
  const half = entries.flatMap(([, text]) =>
    text.slice(1).filter((one) => /\p{Script=Han}[,.;:?!()]|[,;:?!(]\p{Script=Han}/u.test(one)),
  );
  expect(half).toEqual([]);
  expect(entries.filter(([, text]) => /[这们请关开发权问“”]/.test(text[2]))).toEqual([]);
  expect(entries.filter(([, text]) => /[這們請關開發權問「」]/.test(text[1]))).toEqual([]);
});
