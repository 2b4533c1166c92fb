import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { BulkheadError } from '../protocol/errors.js';
import { mayHoldPrototype, parseJson } from '../protocol/json.js';
import { takesAnything } from '../protocol/spec.js';

/** What one schema may look like before it is used: validation runs in a worker, but a user should not wait for it. */
const DEPTH = 32;
const PATTERN_CHARS = 512;
/** Longest path and longest message of one mismatch. */
const TEXT_CHARS = 500;

/** Keywords whose values are data, not schemas. */
const DATA = ['default', 'const', 'enum', 'examples'];
/** Keywords whose errors only repeat what a deeper one says. */
const REPEATING = ['properties', 'items', 'prefixItems', 'allOf', '$ref', 'additionalItems'];

/** Of schemas that every object fits: what is one need not be parsed to be checked. */
const TAKE_ANYTHING = new WeakSet<object>();

/** One place where arguments miss their schema. */
export interface Mismatch {
  /** JSON Pointer into the arguments; empty for the arguments themselves. */
  readonly path: string;
  readonly message: string;
}

/**
 * Prepares a tool's JSON Schema (draft 2020-12).
 * @throws `SCHEMA_INVALID` for what the validator cannot honour: remote references, `$dynamicRef`, bad patterns.
 */
export function openSchema(tool: string, schema: object): (value: unknown) => Mismatch[] {
  lint(tool, schema, 0);
  let validator: Validator;
  try {
    validator = new Validator(schema as Schema, '2020-12', false);
  } catch (cause) {
    throw new BulkheadError('SCHEMA_INVALID', `${tool}: ${(cause as Error).message}`, {}, { cause });
  }
  const validate = (value: unknown): Mismatch[] => {
    let errors: OutputUnit[];
    try {
      errors = validator.validate(value).errors;
    } catch (cause) {
      throw new BulkheadError('SCHEMA_INVALID', `${tool}: ${(cause as Error).message}`, {}, { cause });
    }
    return errors.filter(({ keyword }) => !REPEATING.includes(keyword)).map(toMismatch);
  };
  if (takesAnything(schema)) TAKE_ANYTHING.add(validate);
  return validate;
}

/**
 * Checks a call's arguments before the tool sees them.
 * @throws `TOOL_ARGUMENTS_INVALID` with every place that misses the schema, in words a model can act on.
 */
export function checkArguments(tool: string, text: string, validate: (value: unknown) => Mismatch[]): void {
  // The caller has made the text of a value, so it is JSON.
  if (TAKE_ANYTHING.has(validate) && text.startsWith('{') && !mayHoldPrototype(text)) return;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new BulkheadError('TOOL_ARGUMENTS_INVALID', `${tool}: ${(error as Error).message}`, {
      path: '',
      stoppedBy: 'validation',
    });
  }
  const mismatches = validate(value);
  const [first] = mismatches;
  if (!first) return;
  const places = mismatches.slice(0, 8).map(({ path, message }) => `${path === '' ? 'arguments' : path}: ${message}`);
  throw new BulkheadError('TOOL_ARGUMENTS_INVALID', `${tool}: ${places.join(' ')}`, {
    path: mismatches.find(({ path }) => path !== '')?.path ?? first.path,
    mismatches: mismatches.slice(0, 32),
    stoppedBy: 'validation',
  });
}

const DEFINITIONS = ['$defs', 'definitions'];

/** Keywords that may take for ever: expressions, all items against all others, and references that lead to references. */
function isEndless(key: string, value: unknown, defined: boolean): boolean {
  // The validator's own expression for a format that no draft names doubles its time with each character.
  if (key === 'patternProperties' || (key === 'format' && value === 'url')) return true;
  if (key === '$ref' && typeof value === 'string') return defined || !/^#\/(\$defs|definitions)\//.test(value);
  return (key === 'pattern' && typeof value === 'string') || (key === 'uniqueItems' && value === true);
}

/**
 * A schema without what may take for ever: for checks where a stranger's schema would hold up others. The tool's own worker
 * checks the whole schema before the tool executes.
 */
export function soonChecked(schema: unknown, defined = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => soonChecked(one, defined));
  if (typeof schema !== 'object' || schema === null) return schema;
  // A property may be named like a keyword; then its value is a schema.
  const kept = Object.entries(schema).filter(([key, value]) => !isEndless(key, value, defined));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, soonChecked(value, defined || DEFINITIONS.includes(key))]),
  );
}

function toMismatch({ keyword, instanceLocation, error }: OutputUnit): Mismatch {
  // What is missing has no place of its own: name the place where it should be.
  const missing = keyword === 'required' ? error.match(/"(.+)"/)?.[1] : undefined;
  const path = instanceLocation.slice(1) + (missing === undefined ? '' : `/${missing}`);
  // The library's words for the commonest fault do not name the rule first.
  const message = error.replace(/^Instance type "(.*)" is invalid\. Expected "(.*)"\.$/, 'must be of type $2; got $1.');
  return { path: path.slice(0, TEXT_CHARS), message: message.slice(0, TEXT_CHARS) };
}

function lint(tool: string, node: unknown, depth: number): void {
  const fail = (what: string) => {
    throw new BulkheadError('SCHEMA_INVALID', `${tool}: parameters ${what}`);
  };
  if (depth > DEPTH) fail(`nest deeper than ${DEPTH}`);
  if (Array.isArray(node)) {
    for (const item of node) lint(tool, item, depth + 1);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (DATA.includes(key)) continue;
    if (key === '$dynamicRef') fail('use $dynamicRef, which is not supported');
    if (key === '$ref' && typeof value === 'string' && !value.startsWith('#'))
      fail(`refer to ${value}: only # is possible`);
    if (key === 'pattern' && typeof value === 'string') {
      if (value.length > PATTERN_CHARS) fail(`have a pattern of more than ${PATTERN_CHARS} characters`);
      try {
        new RegExp(value, 'u');
      } catch {
        fail(`have a pattern that is no regular expression: ${value.slice(0, 80)}`);
      }
    }
    lint(tool, value, depth + 1);
  }
}
