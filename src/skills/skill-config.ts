import { isShallow } from '../../worker/protocol/json.js';
import { LIMITS } from '../../worker/protocol/limits.js';
import type { SkillAction } from '../contracts/index.js';

/** A normalised skill, with warnings about what was missing or wrong. */
export interface ReadSkill {
  readonly name: string;
  readonly description: string;
  readonly action: SkillAction | string;
  readonly enabled: boolean;
  readonly sensitive: boolean;
  readonly parameters: object | undefined;
  readonly warnings: readonly string[];
}

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const MISSING = 'No description was given.';

const noAction: SkillAction = ({ name }) => ({ error: `the skill ${name} has no action` });

let generated = 0;

/** Normalises an author's skill. Never throws, even if a getter or a proxy does. */
export function readSkill(config: unknown): ReadSkill {
  const warnings: string[] = [];
  const field = <T>(name: string, fits: (value: unknown) => value is T, otherwise: T, needed: boolean): T => {
    let value: unknown;
    try {
      value = (config as { readonly [key: string]: unknown } | null | undefined)?.[name];
    } catch {
      warnings.push(`${name} could not be read`);
      return otherwise;
    }
    if (fits(value)) return value;
    if (needed || value !== undefined)
      warnings.push(`${name} is ${value === undefined ? 'missing' : 'of a wrong type'}`);
    return otherwise;
  };
  const given = field('name', isText, '', true);
  const action = field<SkillAction | string>('action', isAction, noAction, true);
  return {
    name: nameFrom(given, warnings),
    description: field('description', isText, MISSING, true),
    action,
    enabled: field('enabled', isBoolean, true, false),
    sensitive: field('sensitive', isBoolean, false, false),
    parameters: plain(field<object | undefined>('parameters', isObject, undefined, false), warnings),
    warnings,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isAction = (value: unknown): value is SkillAction | string => typeof value === 'function' || isText(value);
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nameFrom(given: string, warnings: string[]): string {
  if (NAME.test(given)) return given;
  const mended = given
    .trim()
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .slice(0, 128);
  if (/[A-Za-z0-9]/.test(mended)) {
    warnings.push(`"${given.slice(0, 80)}" cannot be written in a call; it is ${mended}`);
    return mended;
  }
  generated += 1;
  return `skill_${generated}`;
}

/** Nesting beyond which no schema is used. */
const DEPTH = 32;

/** Returns a copy that the author cannot change. */
function plain(schema: object | undefined, warnings: string[]): object | undefined {
  if (schema === undefined) return undefined;
  try {
    const text = JSON.stringify(schema);
    const copy: unknown = JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value));
    if (isObject(copy) && text.length <= LIMITS.schemaBytes && isShallow(copy, DEPTH)) return copy;
  } catch {
    // The warning below covers it.
  }
  warnings.push(`parameters are no JSON, longer than ${LIMITS.schemaBytes} characters, or nest deeper than ${DEPTH}`);
  return undefined;
}
