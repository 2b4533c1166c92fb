export { readDeclaration, readEvent, readOutcome, strangersError } from './answers.js';
export { type CallFamily, type CallFrame, type CallOptions, type Executor, overdue, type Phase } from './call.js';
export type { ImageStore } from './image-store.js';
export { type PluginRunner, STRIKING } from './plugin-runner.js';
export {
  type CallControl,
  type CallGrants,
  type CapabilityGrant,
  type CapabilityProvider,
  type CapabilityProviders,
  NO_GRANTS,
  portOf,
} from './ports.js';
export type { GrantedCall, PluginCode } from './runner-options.js';
export { Runners, type RunnersOptions } from './runners.js';
