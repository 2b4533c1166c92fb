export { type Answer, AskList } from './ask-list.js';
export { type GrantPolicy, Policy, REACH } from './policy.js';
