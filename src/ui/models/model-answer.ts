import type { DispatchResult } from '../../index.js';
import { type ErrorView, viewError } from '../shared/error-text.js';

/** What the message for the model says, taken apart for a person. */
export interface ModelAnswer {
  /** What the tool returned, or as much of it as the message holds. */
  readonly result?: { readonly value: unknown };
  readonly error?: ErrorView;
  readonly truncated: boolean;
}

export function readAnswer({ message, error, ran, truncated }: DispatchResult): ModelAnswer {
  const content: { readonly [key: string]: unknown } = Object(JSON.parse(message.content));
  const rest = truncated ? { ...content, flag: undefined } : content;
  if (error) return { error: viewError(error), truncated };
  if (content.ok === false) {
    // The tool itself says it failed, in the words that the model gets.
    const { error: message, code, hint } = content;
    const said = { code: 'TOOL_ERROR', message: text(message), details: { stoppedBy: 'guest', hint } };
    const view = viewError(said);
    return { error: { ...view, ...(text(code) !== '' && { ownCode: text(code) }) }, truncated };
  }
  if (ran === 'none') return { truncated };
  const keys = Object.keys(rest).filter((key) => key !== 'ok' && rest[key] !== undefined);
  if (keys.length === 0) return { result: { value: undefined }, truncated };
  return { result: { value: keys.length === 1 && 'data' in rest ? rest.data : rest }, truncated };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
