/**
 * An agent engine: tools, skills and fork profiles, sessions that fork, and the turn loop over any model. Experimental: names
 * and signatures may still change. Importing it does nothing but load it; it runs in browsers, in workers and in Node.
 */
import { createAgent } from './agent/agent.js';

export { BulkheadError, type ErrorCode } from '../../worker/protocol/errors.js';
export { EngineAgent as StelloAgent } from './agent/agent.js';
export { type AgentCapabilities, type AgentConfig, MAIN_SESSION_ID } from './agent/config.js';
export { AgentEngine as StelloEngineImpl, type EngineOptions, type EngineTurn } from './agent/engine.js';
export type { ForkOptions, SessionTree, SplitGuard } from './agent/fork.js';
export type { EngineError, EngineHooks, ForkedChild } from './agent/hooks.js';
export type { SessionRow } from './agent/session-rows.js';
export type * from './base/types.js';
export { CREATE_SESSION_TOOL_NAME } from './internal-compat.js';
export { type OpenAiModelOptions, openAiModel } from './models/openai.js';
export { type Clock, ModelError, type RetryOptions } from './models/retries.js';
export { type Recording, recordingModel, type ScriptedModel, scriptedModel } from './models/scripted.js';
export { ForkProfileRegistryImpl, resolveSystemPrompt } from './profiles/profiles.js';
export { InMemoryStorageAdapter } from './sessions/in-memory.js';
export { IndexedDbStorageAdapter } from './sessions/indexed-db.js';
export {
  createSession,
  loadSession,
  type SendOptions,
  Session,
  SessionArchivedError,
  type SessionForkOptions,
  type SessionOptions,
} from './sessions/session.js';
export type { Beginning, SessionEntry, SessionRecord, StorageAdapter, StoredSession } from './sessions/storage.js';
export type { Streamed } from './sessions/streamed.js';
export { loadSkillsFromDirectory, parseFrontmatter, type SkillSource } from './skill-files/load.js';
export { hostTools, joinTools, type ToolHost } from './tools/host-tools.js';
export { ToolRegistryImpl } from './tools/registry.js';
export {
  createSkillToolDefinition,
  executeSkillTool,
  FilteredSkillRouter,
  SkillRouterImpl,
} from './tools/skill-router.js';
export { type Infer, type InferShape, type Shape, type ToolAnswer, type ToolExtras, tool } from './tools/tool.js';
export {
  activateSkillTool,
  buildSessionToolList,
  createSessionTool,
  createSessionToolDefinition,
  unionByName,
} from './tools/tool-list.js';
export { type AiSdkTool, type McpTool, type OpenAiTool, type ToolSource, toolsFor } from './tools/tools-for.js';
export { adaptSessionToEngineRuntime, type EngineSession } from './turns/adapt.js';
export { serializeSessionSendResult, sessionSendResultParser } from './turns/outcomes.js';
export { TurnRunner } from './turns/runner.js';
export type * from './turns/types.js';

/**
 * Makes an agent. Every part of its configuration may be left out.
 *
 * @example
 * import { createStelloAgent, openAiModel } from 'bulkhead/engine';
 * const agent = createStelloAgent({
 *   llm: openAiModel({ endpoint: 'https://models.example/v1', model: 'small' }),
 *   systemPrompt: 'You keep an inn.',
 * });
 * const { turn } = await agent.turn('main', 'What does the attic cost?');
 * console.log(turn.finalContent);
 */
export const createStelloAgent = createAgent;
