import { DIALECTS, type DialectId } from '../../../../worker/protocol/dialects.js';
import type { PromptLanguage } from '../../../../worker/protocol/text-calls.js';

export { DIALECTS };

/** The dialect that a kept choice stands for; brackets when it is none. */
export const dialectOf = (kept: string): DialectId => DIALECTS.find((one) => one === kept) ?? 'bracket-call';

/** The language of prompts for a locale of the host. */
export function promptLanguage(locale: string): PromptLanguage {
  const [language, ...rest] = locale.toLowerCase().split('-');
  if (language !== 'zh') return 'en';
  return rest.some((part) => ['tw', 'hk', 'mo', 'hant'].includes(part)) ? 'zh-Hant' : 'zh-Hans';
}
