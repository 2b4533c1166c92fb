import { DIALECTS, type DialectChoice, type DialectId } from '../../../../worker/protocol/dialects.js';
import type { PromptLanguage } from '../../../../worker/protocol/text-calls.js';
import { dialectToAsk } from '../../../text-calls/internal.js';
import type { Context } from '../base/context.js';

/** What can be chosen: a dialect, or that each answer is read as what it is. */
export const DIALECT_CHOICES: readonly DialectChoice[] = ['auto', ...DIALECTS];

/** How answers are read where this was kept as a choice; by themselves when it is none. */
export const readAs = (kept: string): DialectChoice => DIALECTS.find((one) => one === kept) ?? 'auto';

/** The dialect that a model is asked for: the one that is chosen, else the one that fits the model that is connected. */
export function askedIn(kept: string, context: Pick<Context, 'getChatCompletionModel'>): DialectId {
  const chosen = readAs(kept);
  return chosen === 'auto' ? dialectToAsk(context.getChatCompletionModel?.() ?? '') : chosen;
}

/** The language of prompts for a locale of the host. */
export function promptLanguage(locale: string): PromptLanguage {
  const [language, ...rest] = locale.toLowerCase().split('-');
  if (language !== 'zh') return 'en';
  return rest.some((part) => ['tw', 'hk', 'mo', 'hant'].includes(part)) ? 'zh-Hant' : 'zh-Hans';
}
