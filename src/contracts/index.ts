export type { AskFirst } from './ask-first.js';
export type { CallProgress } from './call-progress.js';
export type { ChatMessages, MemoryChat, RememberedMessage } from './memory-chat.js';
export type { PluginInfo, PluginState } from './plugin-info.js';
export type {
  Allow,
  Ask,
  AskCaller,
  Asks,
  Change,
  EnableOptions,
  PermissionView,
  PluginReview,
  PluginUpdate,
  PluginUsage,
  ShownPlugin,
} from './questions.js';
export type {
  ChatMessage,
  ChatService,
  CompletionRequest,
  FetchedResponse,
  MemoryService,
  Services,
} from './services.js';
export type { ConfirmQuotation } from './skill-types.js';
export {
  type BreakerState,
  type RunOptions,
  type RunOutcome,
  SKILL_LIMITS,
  type SkillAction,
  type SkillCall,
  type SkillConfig,
  type SkillInfo,
  type SkillLimits,
  type SkillLogEntry,
  type Skills,
} from './skill-types.js';
export { type Owner, sameOwner, type ToolInfo, type ToolKind } from './tool-info.js';
