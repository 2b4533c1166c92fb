import type { DialectId } from '../../protocol/text-calls.js';
import type { Dialect } from '../scanning/dialect.js';
import { bracketCall } from './bracket-call.js';
import { deepseekV3R1, deepseekV31 } from './deepseek.js';
import { functionary } from './functionary.js';
import { gemmaCall } from './gemma-call.js';
import { glm45Argkey } from './glm45-argkey.js';
import { gptOssHarmony } from './gpt-oss-harmony.js';
import { hermesJson } from './hermes-json.js';
import { deepseekV32Dsml, invokeXml } from './invoke-xml.js';
import { jsonArrayWrapped } from './json-array-wrapped.js';
import { kimiK2 } from './kimi-k2.js';
import { lfm2Pythonic } from './lfm2-pythonic.js';
import { llama3Json } from './llama3-json.js';
import { mistralJsonArray } from './mistral-json-array.js';
import { mistralV11 } from './mistral-v11.js';
import { pythonic } from './pythonic.js';
import { qwen3CoderXml } from './qwen3-coder-xml.js';
import { react } from './react.js';
import { seedOssXml } from './seed-oss-xml.js';

/** Every dialect by its id. Where several share a marker, `auto` tries them in this order. */
export const DIALECT_TABLE: { readonly [id in DialectId]: Dialect } = {
  'bracket-call': bracketCall,
  'hermes-json': hermesJson,
  'qwen3-coder-xml': qwen3CoderXml,
  'glm45-argkey': glm45Argkey,
  'seed-oss-xml': seedOssXml,
  'kimi-k2': kimiK2,
  'deepseek-v3-r1': deepseekV3R1,
  'deepseek-v31': deepseekV31,
  'deepseek-v32-dsml': deepseekV32Dsml,
  'invoke-xml': invokeXml,
  'json-array-wrapped': jsonArrayWrapped,
  functionary,
  'gemma-call': gemmaCall,
  'gpt-oss-harmony': gptOssHarmony,
  'mistral-json-array': mistralJsonArray,
  'mistral-v11': mistralV11,
  'lfm2-pythonic': lfm2Pythonic,
  pythonic,
  'llama3-json': llama3Json,
  react,
};
