import type { DialectId } from '../../worker/protocol/dialects.js';

/** Parts of models' names, the more exact ones first. */
const KNOWN: readonly (readonly [name: RegExp, dialect: DialectId])[] = [
  [/qwen-?3-?coder|step-?3/, 'qwen3-coder-xml'],
  [/hermes|qwen-?[123]|mimo|reka/, 'hermes-json'],
  [/seed-?oss/, 'seed-oss-xml'],
  [/glm-?4/, 'glm45-argkey'],
  [/nemotron|hunyuan|command-?[ar]|phi-?4|apertus/, 'json-array-wrapped'],
  [/llama-?3/, 'llama3-json'],
  [/llama-?4|olmo-?3/, 'pythonic'],
  [/lfm-?2/, 'lfm2-pythonic'],
  [/mistral-7b|mixtral/, 'mistral-json-array'],
  [/(?:mi|mini|magi)stral|devstral|codestral/, 'mistral-v11'],
  [/kimi-?k2/, 'kimi-k2'],
  [/deepseek.*v3[.p]2/, 'deepseek-v32-dsml'],
  [/deepseek.*v3[.p]1/, 'deepseek-v31'],
  [/deepseek/, 'deepseek-v3-r1'],
  [/minimax|step-/, 'invoke-xml'],
  [/functionary/, 'functionary'],
  [/gemma/, 'gemma-call'],
  [/gpt-?oss/, 'gpt-oss-harmony'],
];

/** Dialects of letters and signs alone: the markers of the others are control tokens, which a server may take out of an answer. */
const PLAIN: readonly DialectId[] = [
  ...(['hermes-json', 'qwen3-coder-xml', 'seed-oss-xml', 'glm45-argkey'] as const),
  ...(['llama3-json', 'pythonic', 'invoke-xml'] as const),
];

/** The dialect that a model of this name was trained on; undefined where the name says nothing. */
export function dialectOfModel(model: string): DialectId | undefined {
  const name = model.toLowerCase();
  return KNOWN.find(([known]) => known.test(name))?.[1];
}

/** The dialect in which a model of this name is best asked to call: its own where that is plain text, else brackets. */
export function dialectToAsk(model: string): DialectId {
  const known = dialectOfModel(model);
  return known && PLAIN.includes(known) ? known : 'bracket-call';
}
