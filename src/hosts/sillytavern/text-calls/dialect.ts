import type { DialectId, PromptLanguage } from '../../../../worker/protocol/text-calls.js';

/** Complete by its type: the protocol's own list is not for the main thread. */
const NAMES: { readonly [dialect in DialectId]: true } = {
  'bracket-call': true,
  'hermes-json': true,
  'llama3-json': true,
  pythonic: true,
  'lfm2-pythonic': true,
  'mistral-json-array': true,
  'mistral-v11': true,
  'qwen3-coder-xml': true,
  'seed-oss-xml': true,
  'glm45-argkey': true,
  'kimi-k2': true,
  'deepseek-v3-r1': true,
  'deepseek-v31': true,
  'deepseek-v32-dsml': true,
  'invoke-xml': true,
  'json-array-wrapped': true,
  functionary: true,
  'gemma-call': true,
  'gpt-oss-harmony': true,
  react: true,
};

/** Every format in which models may write calls. */
export const DIALECTS = Object.keys(NAMES) as readonly DialectId[];

/** The dialect that a kept choice stands for; brackets when it is none. */
export const dialectOf = (kept: string): DialectId => DIALECTS.find((one) => one === kept) ?? 'bracket-call';

/** The language of prompts for a locale of the host. */
export function promptLanguage(locale: string): PromptLanguage {
  const [language, ...rest] = locale.toLowerCase().split('-');
  if (language !== 'zh') return 'en';
  return rest.some((part) => ['tw', 'hk', 'mo', 'hant'].includes(part)) ? 'zh-Hant' : 'zh-Hans';
}
