import { type Mismatch, openSchema, soonChecked } from '../../adapters/schema.js';
import { isRecord } from '../../protocol/json.js';
import type { ArgumentIssue, TextTool } from '../../protocol/text-calls.js';
import type { FinishCall } from '../scanning/dialect.js';
import { readArguments } from './read.js';
import { propertiesOf, typeOf, typesOf } from './typed.js';

const SHOWN_CHARS = 80;
/** As many as a model can act on at once. */
const ISSUES = 8;

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return `${typeOf(value)} ${text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text}`;
};

/** What a JSON Pointer leads to. */
function at(value: unknown, path: string): unknown {
  let here = value;
  for (const step of path.split('/').slice(1)) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}

function toIssue({ path, message }: Mismatch, args: unknown): ArgumentIssue {
  let found: unknown;
  try {
    found = at(args, path);
  } catch {
    found = undefined;
  }
  return { path, expected: message, got: found === undefined ? 'nothing' : show(found) };
}

/** Text where a tool wants an object: the object that it spells, or its one property. */
function toObject(args: unknown, schema: object): unknown {
  const { type } = schema as { type?: unknown };
  const properties = propertiesOf(schema);
  const wantsObject = type === 'object' || (type === undefined && Object.keys(properties).length > 0);
  if (typeof args !== 'string' || !wantsObject) return args;
  const { value } = readArguments(args, schema);
  const raw = isRecord(value) && Object.hasOwn(value, '_raw');
  if (isRecord(value) && !raw) return value;
  const [only, ...more] = Object.entries(properties);
  if (only === undefined || more.length > 0) return raw ? value : args;
  const types = typesOf(only[1]);
  return types.length === 0 || types.includes('string') ? { [only[0]]: args } : { _raw: args };
}

/** Knows the tools of one scan: says whether a call is of one, and where its arguments miss the schema. */
export function judge(tools: ReadonlyMap<string, TextTool> | undefined): FinishCall {
  const checks = new Map<string, ((value: unknown) => Mismatch[]) | undefined>();
  const checkOf = (name: string, schema: object) => {
    if (!checks.has(name)) {
      try {
        checks.set(name, openSchema(name, soonChecked(schema) as object));
      } catch {
        // A schema that cannot be used is its author's mistake, and is reported when the tool is executed.
        checks.set(name, undefined);
      }
    }
    return checks.get(name);
  };
  return (name, args) => {
    if (tools === undefined) return { arguments: args, issues: [] };
    const schema = tools.get(name)?.parameters;
    if (schema === undefined) return { arguments: args, issues: [], known: tools.has(name) };
    const given = toObject(args, schema);
    let mismatches: Mismatch[] = [];
    try {
      mismatches = checkOf(name, schema)?.(given) ?? [];
    } catch {
      // As above.
    }
    return {
      arguments: given,
      issues: mismatches.slice(0, ISSUES).map((mismatch) => toIssue(mismatch, given)),
      known: true,
    };
  };
}
