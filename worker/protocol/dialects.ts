/** The dialects, i.e. formats in which models write calls as text, each with the models that use it. These names are not translated. */
export const DIALECT_NAMES = {
  'bracket-call': 'Brackets',
  'hermes-json': 'Hermes, Qwen 2.5',
  'llama3-json': 'Llama 3',
  pythonic: 'Llama 4, OLMo 3',
  'lfm2-pythonic': 'LFM2',
  'mistral-json-array': 'Mistral before v11',
  'mistral-v11': 'Mistral v11',
  'qwen3-coder-xml': 'Qwen3-Coder',
  'seed-oss-xml': 'Seed-OSS',
  'glm45-argkey': 'GLM 4.5, 4.7',
  'kimi-k2': 'Kimi K2',
  'deepseek-v3-r1': 'DeepSeek V3, R1',
  'deepseek-v31': 'DeepSeek V3.1',
  'deepseek-v32-dsml': 'DeepSeek V3.2',
  'invoke-xml': 'MiniMax, Step',
  'json-array-wrapped': 'Hunyuan, Cohere and others',
  functionary: 'Functionary',
  'gemma-call': 'Gemma',
  'gpt-oss-harmony': 'GPT-OSS',
  react: 'ReAct',
} as const;

export type DialectId = keyof typeof DIALECT_NAMES;
/** A dialect, or `auto`: the one that the markers of a text belong to. */
export type DialectChoice = DialectId | 'auto';

export const DIALECTS = Object.keys(DIALECT_NAMES) as readonly DialectId[];
