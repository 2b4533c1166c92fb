import { apart } from '../../../worker/protocol/display-text.js';
import { EN_CHAT } from './en/chat.js';
import { EN_CODE } from './en/code.js';
import { EN_DRAWER } from './en/drawer.js';
import { EN } from './en/index.js';
import { EN_MCP } from './en/mcp.js';
import { EN_MEMORY } from './en/memory.js';
import { EN_MODES } from './en/modes.js';
import { EN_PLUGINS } from './en/plugins.js';
import { EN_REVIEW } from './en/review.js';
import { EN_RUNS } from './en/runs.js';
import { EN_SKILLS } from './en/skills.js';
import { EN_STUDIO } from './en/studio.js';
import { EN_STUDIO_PLACE } from './en/studio-place.js';
import { EN_TALK } from './en/talk.js';
import { type Language, language } from './language.js';
import { ZH_HANS_CHAT } from './zh-hans/chat.js';
import { ZH_HANS_CODE } from './zh-hans/code.js';
import { ZH_HANS_DRAWER } from './zh-hans/drawer.js';
import { ZH_HANS } from './zh-hans/index.js';
import { ZH_HANS_MCP } from './zh-hans/mcp.js';
import { ZH_HANS_MEMORY } from './zh-hans/memory.js';
import { ZH_HANS_MODES } from './zh-hans/modes.js';
import { ZH_HANS_PLUGINS } from './zh-hans/plugins.js';
import { ZH_HANS_REVIEW } from './zh-hans/review.js';
import { ZH_HANS_RUNS } from './zh-hans/runs.js';
import { ZH_HANS_SKILLS } from './zh-hans/skills.js';
import { ZH_HANS_STUDIO } from './zh-hans/studio.js';
import { ZH_HANS_STUDIO_PLACE } from './zh-hans/studio-place.js';
import { ZH_HANS_TALK } from './zh-hans/talk.js';
import { ZH_HANT_CHAT } from './zh-hant/chat.js';
import { ZH_HANT_CODE } from './zh-hant/code.js';
import { ZH_HANT_DRAWER } from './zh-hant/drawer.js';
import { ZH_HANT } from './zh-hant/index.js';
import { ZH_HANT_MCP } from './zh-hant/mcp.js';
import { ZH_HANT_MEMORY } from './zh-hant/memory.js';
import { ZH_HANT_MODES } from './zh-hant/modes.js';
import { ZH_HANT_PLUGINS } from './zh-hant/plugins.js';
import { ZH_HANT_REVIEW } from './zh-hant/review.js';
import { ZH_HANT_RUNS } from './zh-hant/runs.js';
import { ZH_HANT_SKILLS } from './zh-hant/skills.js';
import { ZH_HANT_STUDIO } from './zh-hant/studio.js';
import { ZH_HANT_STUDIO_PLACE } from './zh-hant/studio-place.js';
import { ZH_HANT_TALK } from './zh-hant/talk.js';

/** A name of one of the interface's texts. */
export type TextKey =
  | keyof typeof EN
  | keyof typeof EN_PLUGINS
  | keyof typeof EN_DRAWER
  | keyof typeof EN_SKILLS
  | keyof typeof EN_MEMORY
  | keyof typeof EN_MODES
  | keyof typeof EN_CHAT
  | keyof typeof EN_TALK
  | keyof typeof EN_REVIEW
  | keyof typeof EN_RUNS
  | keyof typeof EN_STUDIO_PLACE
  | keyof typeof EN_MCP
  | keyof typeof EN_CODE
  | keyof typeof EN_STUDIO;

/** Every word of the interface in every language it speaks: a word that is missing in one does not compile. */
const TEXTS: { readonly [tag in Language]: { readonly [key in TextKey]: string } } = {
  en: {
    ...EN,
    ...EN_PLUGINS,
    ...EN_DRAWER,
    ...EN_SKILLS,
    ...EN_MEMORY,
    ...EN_MODES,
    ...EN_CHAT,
    ...EN_TALK,
    ...EN_REVIEW,
    ...EN_RUNS,
    ...EN_MCP,
    ...EN_CODE,
    ...EN_STUDIO,
    ...EN_STUDIO_PLACE,
  },
  'zh-Hans': {
    ...ZH_HANS,
    ...ZH_HANS_PLUGINS,
    ...ZH_HANS_DRAWER,
    ...ZH_HANS_SKILLS,
    ...ZH_HANS_MEMORY,
    ...ZH_HANS_MODES,
    ...ZH_HANS_CHAT,
    ...ZH_HANS_TALK,
    ...ZH_HANS_REVIEW,
    ...ZH_HANS_RUNS,
    ...ZH_HANS_MCP,
    ...ZH_HANS_CODE,
    ...ZH_HANS_STUDIO,
    ...ZH_HANS_STUDIO_PLACE,
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
    ...ZH_HANT_REVIEW,
    ...ZH_HANT_RUNS,
    ...ZH_HANT_MCP,
    ...ZH_HANT_CODE,
    ...ZH_HANT_STUDIO,
    ...ZH_HANT_STUDIO_PLACE,
  },
};

/** A text of the interface in the language in use, with the names of what is filled in. */
export const sentence = (key: TextKey): string => TEXTS[language()][key];

/**
 * A text of the interface in the language in use, for any place. A text that is filled in may be a stranger's: it cannot turn the
 * direction of ours. In an element `said` of strangers.ts sets it apart by an element of its own.
 */
export function t(key: TextKey, values: { readonly [name: string]: string | number } = {}): string {
  return sentence(key).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === 'string' ? apart(value) : String(value);
  });
}
