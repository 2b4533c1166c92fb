import { BulkheadError } from './errors.js';
import { isRecord } from './json.js';
import { exampleAt } from './manifest-examples.js';
import { didYouMean, nearest } from './nearest.js';
import { show } from './show.js';

/** One thing that is wrong with a manifest. */
export interface ManifestFault {
  /** JSON Pointer into the manifest. */
  readonly path: string;
  /** The rule, what was got, and what to write. */
  readonly message: string;
  /** JSON of a value that would pass there: of the member itself, where its key is the fault. The default is one for its place. */
  readonly example?: string;
}

/** Faults that one error names. A manifest from a stranger may have any number. */
const MOST = 32;

export const pointerTo = (keys: readonly PropertyKey[]): string =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Characters of an example: one that repeats more of a stranger's manifest is none. */
const EXAMPLE_CHARS = 400;

/** A fault with its example, which its message also says, unless it does so already. */
function withExample({ path, message, example: given = '' }: ManifestFault): Required<ManifestFault> {
  const fits = given !== '' && given.length <= EXAMPLE_CHARS;
  const example = fits ? given : JSON.stringify(exampleAt(keysOf(path)));
  const bare = example.replace(/^"(.*)"$/, '$1');
  if (message.includes(bare)) return { path, message, example };
  const end = message.includes('; got ') ? message.indexOf('; got ') : message.length;
  const rule = message.slice(0, end);
  const said = `${rule}${rule.endsWith('?') ? ' For' : ', for'} example \`${bare}\`${message.slice(end)}`;
  return { path, message: said, example };
}

const keysOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The error that names all of the faults, each with an example of what would pass; `details.path` is the first one's. */
export function manifestError(faults: readonly ManifestFault[]): BulkheadError {
  const issues = faults.slice(0, MOST).map(withExample);
  const lines = issues.map(({ path, message }) => (path === '' ? message : `\`${path.slice(1)}\`: ${message}`));
  const more = faults.length > MOST ? `\nand ${faults.length - MOST} more` : '';
  const head = faults.length === 1 ? 'manifest: ' : `the manifest has ${faults.length} faults:\n`;
  return new BulkheadError('MANIFEST_INVALID', `${head}${lines.join('\n')}${more}`, {
    path: issues[0]?.path ?? '',
    issues,
  });
}

/** What is written where a key is missing. */
const EXAMPLES: { readonly [key: string]: string } = {
  manifest: '`manifest: 1`',
  id: "`id: 'my-plugin'`",
  version: "`version: '1.0.0'`",
  name: "`name: 'My plugin'`",
  entry: "`entry: 'plugin.js'`",
  files: '`files`: each file with its `sha256-…`',
  permissions: '`permissions: []`',
};

/** The faults of keys that have to be there. */
export const missingKeys = (value: unknown, needed: readonly string[], why: string): ManifestFault[] =>
  needed
    .filter((key) => !isRecord(value) || value[key] === undefined)
    .map((key) => ({ path: `/${key}`, message: `missing${why}; add ${EXAMPLES[key] ?? key}` }));

const UNKNOWN =
  'unknown key: the plugin may need a newer Bulkhead. Update Bulkhead, or take the key out; a key of your own begins with x-';

/** The message of an issue whose schema has no rule of its own. */
export const NO_RULE = 'Invalid input';

/** What schemas say of a value, as far as it is read here. */
export interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly options?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly origin?: string;
  readonly inclusive?: boolean;
  readonly issues?: readonly { readonly message: string }[];
}

/** The faults that one issue of the schema stands for. `knownAt`: the keys that an object at a path may have. */
export function faultsOf(
  issue: SchemaIssue,
  manifest: unknown,
  knownAt: (path: readonly PropertyKey[]) => readonly string[],
): ManifestFault[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownAt(issue.path);
    return (issue.keys ?? []).map((key) => {
      const meant = nearest(key, known);
      const path = pointerTo([...issue.path, key]);
      if (meant !== undefined) {
        const example = JSON.stringify({ [meant]: exampleAt([...issue.path, meant]) });
        return { path, message: `unknown key${didYouMean(key, known, meant)}`, example };
      }
      const own = issue.path.length === 0 ? { [`x-${key}`]: true } : exampleAt(issue.path);
      return { path, message: UNKNOWN, example: JSON.stringify(own) };
    });
  }
  const value = issue.path.reduce<unknown>((at, key) => Object(at)[key], manifest);
  const rule = ruleOf(issue, value);
  if (value !== undefined || issue.code === 'invalid_key') {
    const path = pointerTo(issue.path);
    if (issue.code === 'invalid_key') {
      const example = JSON.stringify(exampleAt(issue.path.slice(0, -1)));
      return [{ path, message: `${rule}; got ${show(issue.path.at(-1))}`, example }];
    }
    return [{ path, message: `${rule}; got ${show(value)}${meantOf(issue, value)}` }];
  }
  return [{ path: pointerTo(issue.path), message: `missing; ${rule}` }];
}

const meantOf = ({ options, values }: SchemaIssue, value: unknown): string =>
  typeof value === 'string' ? didYouMean(value, (options ?? values ?? []).map(String)).replace(';', ',') : '';

function ruleOf(issue: SchemaIssue, value: unknown): string {
  const { code, message, expected = '', values, options, minimum, maximum, origin, inclusive } = issue;
  const one = (minimum ?? maximum) === 1;
  const unit =
    origin === 'string' ? ` character${one ? '' : 's'}` : origin === 'array' ? (one ? ' entry' : ' entries') : '';
  const choices = options ?? values;
  if (message !== NO_RULE) return ownRule(message, value);
  if (choices) return choices.length === 1 ? `only ${choices[0]}` : `one of ${choices.join(', ')}`;
  if (code === 'invalid_union') return 'a text, or one text for each language, with `en` among them';
  if (code === 'invalid_type') return EXPECTED[expected] ?? `must be a ${expected}`;
  if (code === 'too_small') return inclusive === false ? `above ${minimum}` : `at least ${minimum}${unit}`;
  if (code === 'too_big') return `at most ${maximum}${unit}`;
  return issue.issues?.[0]?.message ?? 'not allowed here';
}

const EXPECTED: { readonly [kind: string]: string } = {
  string: 'a text',
  array: 'a list',
  record: 'an object',
  object: 'an object',
  boolean: 'true or false',
  number: 'a number',
};

/** Rules of the schema's own. Where the letters of an id are right and their order is not, the order is the rule. */
const ownRule = (message: string, value: unknown): string =>
  message === ID_RULE && /^[a-z0-9-]{3,64}$/.test(String(value))
    ? 'a letter first, and single hyphens only between letters or digits'
    : message;

/** The rule of a plugin's id, in words. */
export const ID_RULE = '3 to 64 lower-case letters, digits, hyphens';
