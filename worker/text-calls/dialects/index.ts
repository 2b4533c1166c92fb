import type { DialectId } from '../../protocol/text-calls.js';
import type { Dialect } from '../scanning/dialect.js';
import { bracketCall } from './bracket-call.js';
import { deepseekV3R1, deepseekV31 } from './deepseek.js';
import { qwen3CoderXml, seedOssXml } from './function-tags.js';
import { functionary } from './functionary.js';
import { gemmaCall } from './gemma-call.js';
import { glm45Argkey } from './glm45-argkey.js';
import { gptOssHarmony } from './gpt-oss-harmony.js';
import { hermesJson } from './hermes-json.js';
import { deepseekV32Dsml, invokeXml } from './invoke-xml.js';
import { jsonArrayWrapped } from './json-array-wrapped.js';
import { kimiK2 } from './kimi-k2.js';
import { llama3Json } from './llama3-json.js';
import { mistralJsonArray, mistralV11 } from './mistral.js';
import { lfm2Pythonic, pythonic } from './pythonic.js';
import { react } from './react.js';

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
