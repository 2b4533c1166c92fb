export type { DialectChoice, DialectId } from '../../worker/protocol/dialects.js';
export type { Material, ReadIn, SoughtCall } from '../../worker/protocol/quotations.js';
export type {
  ArgumentIssue,
  CallPrompt,
  MalformedReason,
  ParsedMessage,
  PromptLanguage,
  ScanOptions,
  Span,
  TextCall,
  TextCallEvent,
  TextTool,
} from '../../worker/protocol/text-calls.js';
export type { ConfirmQuotation } from '../contracts/index.js';
export { foundCalls } from './found-calls.js';
export type { ChatMessage } from './message.js';
export { type TextCallModelOptions, textCallModel } from './model.js';
export { type QuotationOptions, withQuotations } from './quotations.js';
export type { PromptOptions, TextCalls, TextScan } from './reader.js';
export {
  createTextCallSession,
  type SessionEvent,
  type TextCallSession,
  type TextCallSessionOptions,
  type TurnEnd,
} from './session.js';
export type { CallableTools, SessionTool } from './tool-set.js';
