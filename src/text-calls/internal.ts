export type { ConfirmQuotation } from '../contracts/index.js';
export { bodyOf } from './feedback.js';
export { foundCalls } from './found-calls.js';
export { dialectOfModel, dialectToAsk } from './known-dialect.js';
export type { ChatMessage } from './message.js';
export { type TextCallModelOptions, textCallModel } from './model.js';
export { broughtIn, withQuotations } from './quotations.js';
export type { TextCallReader, TextCalls, TextScan } from './reader.js';
export type { SkillRunner } from './skill-runner.js';
