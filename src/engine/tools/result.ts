import type { Result } from '../base/types.js';

/** A tool's answer as the loop and the model take it. Texts are joined by newlines; nothing is a success without data. */
export function toResult(answer: unknown): Result {
  if (typeof answer !== 'object' || answer === null) return { success: true, data: answer };
  const given = answer as { readonly [field: string]: unknown };
  if (typeof given.success === 'boolean') return given as unknown as Result;
  const isError = given.isError === true;
  if (Array.isArray(given.content)) return done(isError, given.content.map(textOf).join('\n'));
  if ('output' in given) return done(isError, given.output);
  return { success: true, data: answer };
}

const done = (isError: boolean, data: unknown): Result =>
  isError
    ? { success: false, error: typeof data === 'string' ? data : (JSON.stringify(data) ?? '') }
    : { success: true, data };

const textOf = (part: unknown): string => {
  const { text } = Object(part) as { readonly text?: unknown };
  return typeof text === 'string' ? text : (JSON.stringify(part) ?? '');
};

/** An error's message, or the text of whatever else it is: what was thrown, or written, may be made to have none. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'something without a text';
  }
}
