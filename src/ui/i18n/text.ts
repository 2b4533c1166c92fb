import { type Filling, filled } from '../../../worker/protocol/filled.js';
import { spoken } from './language.js';
import { APP } from './texts/app.js';
import { BACKUP } from './texts/backup.js';
import { CHAT } from './texts/chat.js';
import { DRAWER } from './texts/drawer.js';
import { MCP } from './texts/mcp.js';
import { MEMORY } from './texts/memory.js';
import { PERMISSIONS } from './texts/permissions.js';
import { PLUGINS } from './texts/plugins.js';
import { REVIEW } from './texts/review.js';
import { RUNS } from './texts/runs.js';
import { SKILLS } from './texts/skills.js';
import { STUDIO } from './texts/studio.js';
import { STUDIO_PLACE } from './texts/studio-place.js';
import { TALK } from './texts/talk.js';
import { TOOLS } from './texts/tools.js';

const TEXTS = {
  ...APP,
  ...BACKUP,
  ...CHAT,
  ...DRAWER,
  ...MCP,
  ...MEMORY,
  ...PERMISSIONS,
  ...PLUGINS,
  ...REVIEW,
  ...RUNS,
  ...SKILLS,
  ...STUDIO,
  ...STUDIO_PLACE,
  ...TALK,
  ...TOOLS,
};

/** A name of one of the interface's texts. */
export type TextKey = keyof typeof TEXTS;

/** A text of the interface in the language in use, with the names of what is filled in. */
export const sentence = (key: TextKey): string => spoken(TEXTS[key]);

/** True for a key that a text has. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(TEXTS, key);

/**
 * A text of the interface in the language in use, for any place. A text that is filled in may be a stranger's: it cannot turn the
 * direction of ours. In an element `said` of strangers.ts sets it apart by an element of its own.
 */
export const t = (key: TextKey, values: Filling = {}): string => filled(sentence(key), values);
