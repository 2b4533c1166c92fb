import { createHash } from 'node:crypto';
import type { PluginFiles } from '../node/internal-files.js';
import { CommandError } from './command.js';

/** The name of a package's manifest. */
export const MANIFEST = 'bulkhead.json';

type Manifest = { readonly [key: string]: unknown };

const hashOf = (bytes: Uint8Array): string => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

function read(text: Uint8Array): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(text));
  } catch (error) {
    throw new CommandError('MANIFEST_INVALID', `${MANIFEST} is no JSON: ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Manifest;
  throw new CommandError(
    'MANIFEST_INVALID',
    `${MANIFEST} is no object, for example { "manifest": 1, "id": "my-plugin" }`,
  );
}

/**
 * The files of a package that its manifest lists, with the manifest first, which has their hashes of now.
 * @throws `CommandError` for a manifest that cannot be read, and for files that are not there.
 */
export function packageFiles({ name, files }: PluginFiles): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const text = files.get(MANIFEST);
  if (!text)
    throw new CommandError(
      'NO_PACKAGE',
      `${name} has no ${MANIFEST}: only a package is packed`,
      `A plugin of one file is given away as it is. A package has a ${MANIFEST} that names its "entry" and its "files".`,
    );
  const manifest = read(text);
  const { entry } = manifest;
  const listed = Object.keys(Object(manifest.files));
  const paths = [...new Set([...listed, ...(typeof entry === 'string' ? [entry] : [])])].sort();
  const missing = paths.filter((path) => !files.has(path));
  if (missing.length > 0)
    throw new CommandError('FILE_MISSING', `${MANIFEST} names ${missing.join(', ')}, which the folder does not have`);
  const packed = new Map(paths.map((path) => [path, files.get(path) ?? new Uint8Array()]));
  const hashes = Object.fromEntries([...packed].map(([path, bytes]) => [path, hashOf(bytes)]));
  const written = `${JSON.stringify({ ...manifest, files: hashes }, null, 2)}\n`;
  return new Map([[MANIFEST, new TextEncoder().encode(written)], ...packed]);
}
