/**
 * Models for agents: that of a profile, the browser’s own, a function of the host. Experimental: names and signatures may still
 * change. Importing it does nothing but load it.
 */
export type {
  Completion,
  CompletionChunk,
  LLMAdapter,
  LLMCompleteOptions,
  LlmTool,
  Message,
  TokenUsage,
  ToolCall,
} from '../engine/internal.js';
export { type BrowserModelOptions, browserModel } from './browser-model.js';
export { callsByText, type TextCallWays } from './calls-by-text.js';
export { type FunctionAnswer, functionModel, type ModelFunction } from './function-model.js';
export { type BrowserModelState, isBrowserModelThere } from './language-model.js';
export { type ModelHost, type OpenModelOptions, openModel } from './open-model.js';
export { type ModelTest, testModel } from './test-model.js';
export type { HostModels, ModelProfile } from './types.js';
