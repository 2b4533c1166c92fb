import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  createHost as CreateHost,
  folderStorage as FolderStorageOf,
  openPlugin as OpenPlugin,
} from '../../src/node/index.js';

/** The built package, as its users have it. */
export const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

const built = (await import(`${dist}node.js`)) as {
  readonly createHost: typeof CreateHost;
  readonly folderStorage: typeof FolderStorageOf;
  readonly openPlugin: typeof OpenPlugin;
};

export const { createHost, folderStorage, openPlugin } = built;

/** A plugin of one tool. */
export const plugin = (exec: string, mode = 'read', name = 'main'): string =>
  `registerTool({ name: '${name}', description: 'A test.', mode: '${mode}', parameters: { type: 'object' }, exec: ${exec} });`;

/** A folder for one test file, which goes with the process that made it. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bulkhead-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
