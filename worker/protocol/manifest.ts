import * as z from 'zod/mini';
import { manifestTextFaults } from './display-fields.js';
import { DESCRIPTION_CHARS, LABEL_CHARS } from './display-text.js';
import { isRecord } from './json.js';
import { exampleAt } from './manifest-examples.js';
import {
  faultsOf,
  ID_RULE,
  type ManifestFault,
  manifestError,
  missingKeys,
  NO_RULE,
  type SchemaIssue,
} from './manifest-faults.js';
import { PLUGIN_ID, TOOL_NAME } from './names.js';
import { didYouMean } from './nearest.js';
import { type Permission, permissionKeys, permissionSchema, TOOL_RULE } from './permissions.js';
import { show } from './show.js';
import { displayed, type LocalText, localText, shortText } from './texts.js';

z.config({ jitless: true });

const url = shortText(300);
const semver = z
  .string()
  .check(z.maxLength(64), z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/, 'a version such as 1.0.0'));
const jsonSchema = z.record(z.string(), z.unknown());
const PATH_CHARS = 200;
/** A permission's id that is longer is none, and stands in no list. */
const ID_CHARS = 64;
/** A path inside the package: no way up, no root, no empty part. */
const path = z
  .string()
  .check(
    z.maxLength(PATH_CHARS),
    z.regex(
      /^(?!.*(^|\/)\.{1,2}(\/|$))[\w.@-]+(\/[\w.@-]+)*$/,
      'a path inside the package: letters, digits, and . _ @ - between slashes, without ..',
    ),
  );

const tool = z.strictObject({
  name: z.string().check(z.regex(TOOL_NAME, TOOL_RULE)),
  title: z.optional(localText(LABEL_CHARS)),
  description: z.string().check(z.maxLength(4_000)),
  input: jsonSchema,
  mode: z.enum(['read', 'write']),
  annotations: z.optional(z.strictObject({ destructive: z.optional(z.boolean()) })),
  simulate: z.optional(z.boolean()),
  uses: z.array(z.string()),
  consent: z.optional(z.enum(['auto', 'first', 'each'])),
});

const positive = z.optional(z.number().check(z.positive()));
const limits = z.strictObject({
  memoryMiB: positive,
  cpuMsPerCall: positive,
  wallMsPerCall: positive,
  hostCallsPerCall: positive,
  bytesOutPerCall: positive,
});

/**
 * What a plugin says about itself: `bulkhead.json`, or `export const manifest` in its one file. Unknown keys are refused, except
 * those of the author's own (`isOwnKey`), which are taken out before this schema is applied.
 * A single file needs none of the keys, unless it asks for permissions.
 */
export const manifestSchema = z.strictObject({
  $schema: z.optional(url),
  manifest: z.optional(z.literal(1)),
  id: z.optional(z.string().check(z.regex(PLUGIN_ID, ID_RULE))),
  version: z.optional(semver),
  name: z.optional(localText(LABEL_CHARS)),
  description: z.optional(localText(DESCRIPTION_CHARS, 1_000)),
  author: z.optional(z.strictObject({ name: displayed(LABEL_CHARS), url: z.optional(url) })),
  license: z.optional(displayed(LABEL_CHARS)),
  homepage: z.optional(url),
  repository: z.optional(url),
  entry: z.optional(path),
  files: z.optional(
    z.record(
      path,
      z.string().check(z.regex(/^sha256-[A-Za-z0-9+/]{43}=$/, '`sha256-` and the file’s SHA-256 in base64')),
    ),
  ),
  tools: z.optional(z.array(tool)),
  permissions: z.optional(z.array(permissionSchema).check(z.maxLength(32))),
  optionalPermissions: z.optional(z.array(permissionSchema).check(z.maxLength(32))),
  limits: z.optional(limits),
  integrityNote: z.optional(displayed(DESCRIPTION_CHARS)),
});

/** What a plugin says about one of its tools. */
export interface ManifestTool {
  readonly name: string;
  readonly title?: LocalText | undefined;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly input: { readonly [key: string]: unknown };
  readonly mode: 'read' | 'write';
  readonly annotations?: { readonly destructive?: boolean | undefined } | undefined;
  readonly simulate?: boolean | undefined;
  /** Ids of the permissions that it needs. */
  readonly uses: readonly string[];
  readonly consent?: 'auto' | 'first' | 'each' | undefined;
}

/** What a plugin says about itself, checked. */
export interface Manifest {
  readonly $schema?: string | undefined;
  readonly manifest?: 1 | undefined;
  readonly id?: string | undefined;
  readonly version?: string | undefined;
  readonly name?: LocalText | undefined;
  readonly description?: LocalText | undefined;
  readonly author?: { readonly name: string; readonly url?: string | undefined } | undefined;
  readonly license?: string | undefined;
  readonly homepage?: string | undefined;
  readonly repository?: string | undefined;
  readonly entry?: string | undefined;
  /** Maps each file of the package to its hash: `sha256-` and base64. */
  readonly files?: { readonly [path: string]: string } | undefined;
  readonly tools?: readonly ManifestTool[] | undefined;
  readonly permissions?: readonly Permission[] | undefined;
  readonly optionalPermissions?: readonly Permission[] | undefined;
  readonly limits?:
    | {
        readonly memoryMiB?: number | undefined;
        readonly cpuMsPerCall?: number | undefined;
        readonly wallMsPerCall?: number | undefined;
        readonly hostCallsPerCall?: number | undefined;
        readonly bytesOutPerCall?: number | undefined;
      }
    | undefined;
  readonly integrityNote?: string | undefined;
}

/** True for a top-level key of the author's own: it is stored, and nothing reads it. */
const isOwnKey = (key: string): boolean => key.startsWith('x-');

/** Keys that earlier versions accepted, though they had no effect. `*`: each entry of a list. */
const CUT_KEYS: readonly string[] = [
  ...['engines', 'signature', 'skills', 'panels', 'settings', 'data', 'author.key'],
  ...['tools.*.output', 'tools.*.annotations.idempotent', 'tools.*.annotations.openWorld'],
];

/** An object without those of its keys that `drop` is true for. */
const without = (value: { readonly [key: string]: unknown }, drop: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !drop(key)));

/** A value without the key at a path; the same value where there is no such key. */
function withoutKeyAt(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (key === '*' && Array.isArray(value)) {
    const all = value.map((one) => withoutKeyAt(one, rest));
    return all.some((one, at) => one !== value[at]) ? all : value;
  }
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value;
  if (rest.length === 0) return without(value, (name) => name === key);
  const inner = withoutKeyAt(value[key], rest);
  return inner === value[key] ? value : { ...value, [key]: inner };
}

// A rule of the schema's own is its message. Every other issue has this one, whatever language zod is set to.
const parse = (value: unknown) =>
  manifestSchema.safeParse(isRecord(value) ? without(value, isOwnKey) : value, { error: () => NO_RULE });

/** True for a manifest whose every key has the right form. References between keys are not checked. */
export const isManifest = (value: unknown): boolean => parse(value).success;

/** A manifest as an earlier version has kept it, without the keys that are no longer accepted, and the names of those it had. */
export function withoutCutKeys(value: unknown): { readonly manifest: unknown; readonly cut: readonly string[] } {
  let manifest = value;
  const cut = CUT_KEYS.filter((key) => {
    const before = manifest;
    manifest = withoutKeyAt(before, key.split('.'));
    return manifest !== before;
  });
  return { manifest, cut };
}

/** Keys without which a package is not read. */
export const PACKAGE_KEYS = ['manifest', 'id', 'version', 'name', 'entry', 'files', 'permissions'] as const;
/** Keys without which nothing can be asked for. */
const ASKING_KEYS = ['manifest', 'id', 'version', 'name'] as const;

/**
 * Checks a manifest that is to be kept.
 * @throws `MANIFEST_INVALID` naming everything that is wrong: `details.issues` has the JSON Pointer of each, `details.path` the first.
 */
export const readManifest = (value: unknown, isPackage = false): Manifest => read(value, isPackage, false);

/**
 * The same for one that may have been kept by an earlier version, which let longer texts through and characters that nobody
 * sees. They are cleaned where they are shown, and named only beside other faults.
 */
export const readKeptManifest = (value: unknown, isPackage = false): Manifest => read(value, isPackage, true);

function read(value: unknown, isPackage: boolean, kept: boolean): Manifest {
  const parsed = parse(value);
  const issues = (parsed.error?.issues ?? []) as unknown as readonly SchemaIssue[];
  const given = isRecord(value) ? value : {};
  const asks = [...listOf(given, 'permissions'), ...listOf(given, 'optionalPermissions')];
  const needed = isPackage ? PACKAGE_KEYS : asks.length > 0 ? ASKING_KEYS : [];
  const known = [
    ...(isRecord(value) ? missingKeys(value, needed, isPackage ? '' : ', and needed to ask for permissions') : []),
    ...issues.flatMap((issue) => faultsOf(issue, value, (at) => keysAt(at, value))),
    ...referenceFaults(given),
  ];
  const found = kept && known.length === 0 ? known : [...known, ...manifestTextFaults(given)];
  // Only the first fault of a place is kept.
  const byPath = new Map<string, ManifestFault>();
  for (const fault of found) if (!byPath.has(fault.path)) byPath.set(fault.path, fault);
  const faults = [...byPath.values()];
  if (faults.length > 0 || !parsed.success) throw manifestError(faults);
  return { ...parsed.data, ...without(given, (key) => !isOwnKey(key)) };
}

type Given = { readonly [key: string]: unknown };

const listOf = (given: Given, key: string): readonly Given[] => {
  const list = given[key];
  return Array.isArray(list) ? list.map((one: unknown) => (isRecord(one) ? one : {})) : [];
};

/** The keys that an object at a place of a manifest may have. */
function keysAt(place: readonly PropertyKey[], value: unknown): readonly string[] {
  const [key, , ...inner] = place;
  if (key === undefined) return Object.keys(manifestSchema.shape);
  if (key === 'limits') return Object.keys(limits.shape);
  if (key === 'tools' && inner.length === 0) return Object.keys(tool.shape);
  if (key !== 'permissions' && key !== 'optionalPermissions') return [];
  const { cap } = Object(place.reduce<unknown>((at, part) => Object(at)[part], value)) as { cap?: unknown };
  return permissionKeys(cap);
}

/** What one key says of another. Read from what was given: a fault elsewhere hides none of these. */
function referenceFaults(given: Given): ManifestFault[] {
  const faults: ManifestFault[] = [];
  const add = (path: string, message: string, example: unknown) =>
    void faults.push({ path, message, ...(example !== undefined && { example: JSON.stringify(example) }) });
  const another = (name: unknown, end: string) => (typeof name === 'string' ? name + end : undefined);
  const ids = new Set<unknown>();
  for (const key of ['permissions', 'optionalPermissions']) {
    listOf(given, key).forEach(({ id }, i) => {
      if (id === undefined) return;
      if (ids.has(id))
        add(`/${key}/${i}/id`, `${show(id)} is there twice; give each permission an id of its own`, another(id, '-2'));
      ids.add(id);
    });
  }
  const names = new Set<unknown>();
  const known = [...ids].filter((id) => typeof id === 'string' && id.length <= ID_CHARS) as string[];
  listOf(given, 'tools').forEach(({ name, uses }, i) => {
    if (name !== undefined && names.has(name))
      add(`/tools/${i}/name`, `${show(name)} is there twice; list each tool once`, another(name, '_2'));
    names.add(name);
    const stray = Array.isArray(uses) ? uses.find((id) => typeof id === 'string' && !ids.has(id)) : undefined;
    if (stray === undefined) return;
    const list = known.length === 0 ? 'there are none' : `one of ${known.slice(0, 32).join(', ')}`;
    add(
      `/tools/${i}/uses`,
      `ids of permissions: ${list}; got ${show(stray)}${didYouMean(stray, known).replace(';', ',')}`,
      known.slice(0, 1),
    );
  });
  const { entry, files } = given;
  // A longer one has a fault of its own.
  if (typeof entry === 'string' && entry.length <= PATH_CHARS && isRecord(files) && !Object.hasOwn(files, entry)) {
    add('/files', `${show(entry)} is the entry, and is missing; add it with its \`sha256-…\``, {
      [entry]: Object.values(exampleAt(['files']) as object)[0],
    });
  }
  return faults;
}
