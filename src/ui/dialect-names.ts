import type { DialectChoice, DialectId } from '../index.js';
import { t } from './text.js';

/** Who writes each dialect. Names are names in every language. */
export const DIALECT_NAMES: { readonly [id in DialectId]: string } = {
  'bracket-call': 'Brackets',
  'hermes-json': 'Hermes / Qwen 2.5',
  'llama3-json': 'Llama 3 JSON',
  pythonic: 'Llama 3.2 / 4 Pythonic',
  'lfm2-pythonic': 'LFM2',
  'mistral-json-array': 'Mistral',
  'mistral-v11': 'Mistral v11',
  'qwen3-coder-xml': 'Qwen3-Coder',
  'seed-oss-xml': 'Seed-OSS',
  'glm45-argkey': 'GLM 4.5',
  'kimi-k2': 'Kimi K2',
  'deepseek-v3-r1': 'DeepSeek V3 / R1',
  'deepseek-v31': 'DeepSeek V3.1',
  'deepseek-v32-dsml': 'DeepSeek V3.2',
  'invoke-xml': 'MiniMax / invoke',
  'json-array-wrapped': 'Hunyuan / JSON array',
  functionary: 'Functionary',
  'gemma-call': 'Gemma',
  'gpt-oss-harmony': 'gpt-oss Harmony',
  react: 'ReAct',
};

/** What a menu of dialects offers. */
export const DIALECT_CHOICES: readonly DialectChoice[] = ['auto', ...(Object.keys(DIALECT_NAMES) as DialectId[])];

/** A dialect as people know it, with its id. */
export const dialectName = (dialect: DialectChoice): string =>
  dialect === 'auto' ? t('inspect.auto') : `${DIALECT_NAMES[dialect]} · ${dialect}`;
