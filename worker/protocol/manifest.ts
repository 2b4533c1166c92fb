import * as z from 'zod/mini';
import { checkManifestTexts } from './display-fields.js';
import { DESCRIPTION_CHARS, LABEL_CHARS } from './display-text.js';
import { BulkheadError } from './errors.js';
import { isRecord } from './json.js';
import { PLUGIN_ID, TOOL_NAME } from './names.js';
import { permissionSchema } from './permissions.js';
import { displayed, localText, shortText } from './texts.js';

z.config({ jitless: true });

const url = shortText(300);
const semver = z.string().check(z.maxLength(64), z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/));
const jsonSchema = z.record(z.string(), z.unknown());
/** A path inside the package: no way up, no root, no empty part. */
const path = z.string().check(z.maxLength(200), z.regex(/^(?!.*(^|\/)\.{1,2}(\/|$))[\w.@-]+(\/[\w.@-]+)*$/));

const tool = z.strictObject({
  name: z.string().check(z.regex(TOOL_NAME)),
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
  id: z.optional(z.string().check(z.regex(PLUGIN_ID))),
  version: z.optional(semver),
  name: z.optional(localText(LABEL_CHARS)),
  description: z.optional(localText(DESCRIPTION_CHARS, 1_000)),
  author: z.optional(z.strictObject({ name: displayed(LABEL_CHARS), url: z.optional(url) })),
  license: z.optional(displayed(LABEL_CHARS)),
  homepage: z.optional(url),
  repository: z.optional(url),
  entry: z.optional(path),
  files: z.optional(z.record(path, z.string().check(z.regex(/^sha256-[A-Za-z0-9+/]{43}=$/)))),
  tools: z.optional(z.array(tool)),
  permissions: z.optional(z.array(permissionSchema).check(z.maxLength(32))),
  optionalPermissions: z.optional(z.array(permissionSchema).check(z.maxLength(32))),
  limits: z.optional(limits),
  integrityNote: z.optional(displayed(DESCRIPTION_CHARS)),
});

/** A checked manifest. */
export type Manifest = z.infer<typeof manifestSchema>;

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

const parse = (value: unknown) => manifestSchema.safeParse(isRecord(value) ? without(value, isOwnKey) : value);

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
 * @throws `MANIFEST_INVALID` naming the first key that is wrong, as a JSON Pointer.
 */
export function readManifest(value: unknown, isPackage = false): Manifest {
  const manifest = readKeptManifest(value, isPackage);
  checkManifestTexts(manifest);
  return manifest;
}

/**
 * The same for one that may have been kept by an earlier version, which let longer texts through and characters that nobody
 * sees. They are cleaned where they are shown.
 */
export function readKeptManifest(value: unknown, isPackage = false): Manifest {
  const parsed = parse(value);
  if (!parsed.success) {
    const { path, what } = describeIssue(parsed.error.issues[0]);
    throw invalid(path, what);
  }
  const own = isRecord(value) ? without(value, (key) => !isOwnKey(key)) : {};
  const manifest: Manifest = { ...parsed.data, ...own };
  const asks = [...(manifest.permissions ?? []), ...(manifest.optionalPermissions ?? [])];
  const needed: readonly (keyof Manifest)[] = isPackage ? PACKAGE_KEYS : asks.length > 0 ? ASKING_KEYS : [];
  for (const key of needed) {
    if (manifest[key] === undefined) throw invalid(`/${key}`, isPackage ? 'missing' : 'needed to ask for permissions');
  }
  checkReferences(manifest);
  return manifest;
}

/** Checks references between keys. */
function checkReferences({ permissions = [], optionalPermissions = [], tools = [], entry, files }: Manifest): void {
  const ids = new Set<string>();
  for (const [key, list] of Object.entries({ permissions, optionalPermissions })) {
    list.forEach(({ id }, i) => {
      if (ids.has(id)) throw invalid(`/${key}/${i}/id`, `${id} is there twice`);
      ids.add(id);
    });
  }
  const names = new Set<string>();
  tools.forEach(({ name, uses }, i) => {
    if (names.has(name)) throw invalid(`/tools/${i}/name`, `${name} is there twice`);
    names.add(name);
    const stray = uses.find((id) => !ids.has(id));
    if (stray !== undefined) throw invalid(`/tools/${i}/uses`, `${stray} is no id of a permission`);
  });
  if (entry !== undefined && files && !Object.hasOwn(files, entry)) throw invalid('/files', `${entry} is missing`);
}

const UNKNOWN =
  'unknown key: the plugin may need a newer Bulkhead. Update Bulkhead, or take the key out; a key of your own begins with x-';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string; readonly code?: unknown };

function describeIssue(issue: Issue | undefined): { path: string; what: string } {
  const unknown = issue?.code === 'unrecognized_keys' ? (issue as unknown as { keys: string[] }).keys[0] : undefined;
  const keys = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])];
  const path = keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { path, what: unknown === undefined ? (issue?.message ?? 'invalid') : UNKNOWN };
}

const invalid = (path: string, what: string) =>
  new BulkheadError('MANIFEST_INVALID', `manifest${path}: ${what}`, { path });
