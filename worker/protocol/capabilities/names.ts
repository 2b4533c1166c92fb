import type { Cap } from './index.js';

/** Each capability by its name. The page's start loads these names and no descriptor. */
const NAMES = {
  store: true,
  net: true,
  'chat.read': true,
  'chat.write': true,
  'memory.read': true,
  'memory.write': true,
  'tool.call': true,
  llm: true,
  notify: true,
  'clipboard.write': true,
} satisfies { readonly [cap in Cap]: true };

/** Names of all capabilities. */
export const CAPS = Object.keys(NAMES) as readonly Cap[];
