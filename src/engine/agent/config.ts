import type { EngineToolRuntime, ForkProfileRegistry, LLMAdapter, SkillRouter } from '../base/types.js';
import type { StorageAdapter } from '../sessions/storage.js';
import type { TurnOptions } from '../turns/types.js';
import type { SessionTree, SplitGuard } from './fork.js';
import type { EngineHooks } from './hooks.js';

export const MAIN_SESSION_ID = 'main';

/** What an agent can do. Each part may stand alone. */
export interface AgentCapabilities {
  readonly tools?: EngineToolRuntime;
  readonly skills?: SkillRouter;
  readonly profiles?: ForkProfileRegistry;
}

/** What an agent is made of. Nothing of it is needed: a missing model is missed when a model is called. */
export interface AgentConfig extends Pick<TurnOptions, 'maxToolRounds' | 'concurrency' | 'toolTimeoutMs' | 'graceMs'> {
  readonly capabilities?: AgentCapabilities;
  readonly llm?: LLMAdapter;
  /** Default: kept as long as the page is open. */
  readonly storage?: StorageAdapter;
  /** Gives children their places. Default: random ids. */
  readonly sessions?: SessionTree;
  /** Of the main session, when it is made. */
  readonly systemPrompt?: string;
  readonly splitGuard?: SplitGuard;
  readonly hooks?: EngineHooks;
}
