import { BulkheadError } from '../../worker/protocol/errors.js';
import { LIMITS } from '../../worker/protocol/limits.js';
import { codeOf } from '../../worker/protocol/outcome.js';

const SEPARATOR = '---';
/** As much of a result as a model gets: three bytes a character at the most. */
const RESULT_CHARS = Math.floor(LIMITS.contentBytes / 3);
/** Names that an error about an unknown skill lists. */
const LISTED = 24;

/** The message for a model about a result: a heading that names the skill, a separator, the result. */
export function resultMessage(name: string, value: unknown): string {
  return [`Result of ${name}`, SEPARATOR, shown(value)].join('\n');
}

/** What a message holds behind its heading, which is ours. */
export function bodyOf(message: string): string {
  const line = `\n${SEPARATOR}\n`;
  const at = message.indexOf(line);
  return at < 0 ? message : message.slice(at + line.length);
}

/** The message for a model about a failure. */
export function failureMessage(name: string, { code, message }: SkillFailure): string {
  return [`${name} failed`, SEPARATOR, `${code}: ${message}`].join('\n');
}

export interface SkillFailure {
  readonly code: string;
  readonly message: string;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const empty = text.trim() === '' || value === null;
  if (empty) return '(empty result)';
  return text.length <= RESULT_CHARS
    ? text
    : `${text.slice(0, RESULT_CHARS)}\n(cut: ${RESULT_CHARS} of ${text.length} characters)`;
}

/** What an error says to a model: no stack, no path of this machine, no address with a password. Never throws. */
export function failureOf(error: unknown): SkillFailure {
  try {
    return readFailure(error);
  } catch {
    // What was thrown cannot even be read.
    return { code: 'TOOL_ERROR', message: 'the call failed' };
  }
}

function readFailure(error: unknown): SkillFailure {
  if (!(error instanceof BulkheadError)) {
    return { code: 'TOOL_ERROR', message: withoutInternals(error instanceof Error ? error.message : String(error)) };
  }
  const { guest, hint, mismatches } = error.details;
  // What a validator says of a schema is for its author, and names files of ours.
  if (error.code === 'SCHEMA_INVALID')
    return { code: error.code, message: 'its parameters are no schema that can be used' };
  const wrong = Array.isArray(mismatches) ? mismatches.map((one) => `${one?.path}: ${one?.message}`) : [];
  const more = [...wrong, guest?.hint ?? hint].filter(
    (line): line is string => typeof line === 'string' && line !== '',
  );
  return { code: codeOf(error), message: withoutInternals([error.message, ...more].join('\n')) };
}

export const unknownSkill = (name: string, known: readonly string[]): SkillFailure => ({
  code: 'TOOL_NOT_FOUND',
  message:
    known.length === 0
      ? `there is no skill named ${name}, and no other`
      : `there is no skill named ${name}; there are: ${known.slice(0, LISTED).join(', ')}`,
});

/** As much of an error as is read at all, in all and of a line. */
const [ERROR_CHARS, LINE_CHARS] = [8_000, 1_000];

/** Removes stack lines, local paths and credentials in URLs from a text, as far as they can be recognised by their form. */
export function withoutInternals(text: string): string {
  return text
    .slice(0, ERROR_CHARS)
    .split('\n')
    .map((line) => line.slice(0, LINE_CHARS))
    .filter((line) => !/^\s*at\s.+[:(].*\d|^\s*\S*@\S+:\d+:\d+$/.test(line))
    .join('\n')
    .replace(/([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/]{1,200}@/gi, '$1')
    .replace(/([?&][\w-]{0,40}(?:key|token|secret|password|auth|sig)[\w-]{0,40}=)[^\s&#]+/gi, '$1…')
    .replace(/(?:file:\/\/|\b[A-Za-z]:\\|\\\\(?=\w)|(?<![\w:/.~-])\/(?=[\w.@-]+\/))[^\s"'<>|]*/g, (path) =>
      (path.split(/[\\/]/).filter(Boolean).at(-1) ?? '').replace(/^/, '…/'),
    )
    .slice(0, 4_000);
}
