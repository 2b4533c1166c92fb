/** The parts that a page needs from its first call on. */
export { HostContext } from './context.js';
export { Executions } from './executions.js';
