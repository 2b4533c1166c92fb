import { expect, test } from 'vitest';
import { EN_CHAT } from '../../../src/ui/i18n/en/chat.js';
import { EN_DRAWER } from '../../../src/ui/i18n/en/drawer.js';
import { EN_ERRORS } from '../../../src/ui/i18n/en/errors.js';
import { EN } from '../../../src/ui/i18n/en/index.js';
import { EN_MEMORY } from '../../../src/ui/i18n/en/memory.js';
import { EN_MODES } from '../../../src/ui/i18n/en/modes.js';
import { EN_PLUGINS } from '../../../src/ui/i18n/en/plugins.js';
import { EN_SKILLS } from '../../../src/ui/i18n/en/skills.js';
import { EN_TALK } from '../../../src/ui/i18n/en/talk.js';
import { LANGUAGES } from '../../../src/ui/i18n/language.js';
import { ZH_HANS_CHAT } from '../../../src/ui/i18n/zh-hans/chat.js';
import { ZH_HANS_DRAWER } from '../../../src/ui/i18n/zh-hans/drawer.js';
import { ZH_HANS_ERRORS } from '../../../src/ui/i18n/zh-hans/errors.js';
import { ZH_HANS } from '../../../src/ui/i18n/zh-hans/index.js';
import { ZH_HANS_MEMORY } from '../../../src/ui/i18n/zh-hans/memory.js';
import { ZH_HANS_MODES } from '../../../src/ui/i18n/zh-hans/modes.js';
import { ZH_HANS_PLUGINS } from '../../../src/ui/i18n/zh-hans/plugins.js';
import { ZH_HANS_SKILLS } from '../../../src/ui/i18n/zh-hans/skills.js';
import { ZH_HANS_TALK } from '../../../src/ui/i18n/zh-hans/talk.js';
import { ZH_HANT_CHAT } from '../../../src/ui/i18n/zh-hant/chat.js';
import { ZH_HANT_DRAWER } from '../../../src/ui/i18n/zh-hant/drawer.js';
import { ZH_HANT_ERRORS } from '../../../src/ui/i18n/zh-hant/errors.js';
import { ZH_HANT } from '../../../src/ui/i18n/zh-hant/index.js';
import { ZH_HANT_MEMORY } from '../../../src/ui/i18n/zh-hant/memory.js';
import { ZH_HANT_MODES } from '../../../src/ui/i18n/zh-hant/modes.js';
import { ZH_HANT_PLUGINS } from '../../../src/ui/i18n/zh-hant/plugins.js';
import { ZH_HANT_SKILLS } from '../../../src/ui/i18n/zh-hant/skills.js';
import { ZH_HANT_TALK } from '../../../src/ui/i18n/zh-hant/talk.js';
import { ERROR_FAULTS } from '../../../worker/protocol/errors.js';

type Words = { readonly [key: string]: string };
const english: Words = {
  ...EN,
  ...EN_PLUGINS,
  ...EN_DRAWER,
  ...EN_SKILLS,
  ...EN_MEMORY,
  ...EN_MODES,
  ...EN_CHAT,
  ...EN_TALK,
  ...EN_ERRORS,
};
const chinese: { readonly [tag: string]: Words } = {
  'zh-Hans': {
    ...ZH_HANS,
    ...ZH_HANS_PLUGINS,
    ...ZH_HANS_DRAWER,
    ...ZH_HANS_SKILLS,
    ...ZH_HANS_MEMORY,
    ...ZH_HANS_MODES,
    ...ZH_HANS_CHAT,
    ...ZH_HANS_TALK,
    ...ZH_HANS_ERRORS,
  },
  'zh-Hant': {
    ...ZH_HANT,
    ...ZH_HANT_PLUGINS,
    ...ZH_HANT_DRAWER,
    ...ZH_HANT_SKILLS,
    ...ZH_HANT_MEMORY,
    ...ZH_HANT_MODES,
    ...ZH_HANT_CHAT,
    ...ZH_HANT_TALK,
    ...ZH_HANT_ERRORS,
  },
};
const values = (text = '') => [...new Set(text.match(/\{\w+\}/g))].sort();

test('every language has every word, with the same values in it, and none twice', () => {
  expect(Object.keys(LANGUAGES)).toEqual(['en', ...Object.keys(chinese)]);
  expect(Object.keys(english).length).toBe(
    [EN, EN_PLUGINS, EN_DRAWER, EN_SKILLS, EN_MEMORY, EN_MODES, EN_CHAT, EN_TALK, EN_ERRORS].flatMap((words) =>
      Object.keys(words),
    ).length,
  );
  for (const [tag, words] of Object.entries(chinese)) {
    expect(Object.keys(words).sort(), tag).toEqual(Object.keys(english).sort());
    const wrong = Object.keys(words).filter((key) => `${values(words[key])}` !== `${values(english[key])}`);
    expect(wrong, tag).toEqual([]);
  }
});

test('every error code has its words in every language', () => {
  for (const words of [EN_ERRORS, ZH_HANS_ERRORS, ZH_HANT_ERRORS]) {
    expect(Object.keys(words).sort()).toEqual(Object.keys(ERROR_FAULTS).sort());
  }
});

test('Chinese is set with full-width punctuation, and each script keeps to itself', () => {
  for (const [tag, words] of Object.entries(chinese)) {
    const half = Object.values(words).filter((text) => /\p{Script=Han}[,.;:?!()]|[,;:?!(]\p{Script=Han}/u.test(text));
    expect(half, tag).toEqual([]);
  }
  expect(Object.values(chinese['zh-Hant'] ?? {}).filter((text) => /[这们请关开发权问“”]/.test(text))).toEqual([]);
  expect(Object.values(chinese['zh-Hans'] ?? {}).filter((text) => /[這們請關開發權問「」]/.test(text))).toEqual([]);
});
