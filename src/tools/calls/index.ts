export type { Catalog } from './catalog.js';
export type { ContextProvider, HostContext } from './context.js';
export {
  type BatchCall,
  type BatchResult,
  type CallContext,
  clamp,
  type ExecuteOptions,
  Executions,
  guestPhase,
  phaseOf,
  readResult,
  type SimulatedResult,
  type ToolResult,
} from './executions.js';
export { OpenCalls } from './open-calls.js';
export { type Asking, askFirst, checkNotDenied, scopeOfYes, whyNot } from './page-consent.js';
