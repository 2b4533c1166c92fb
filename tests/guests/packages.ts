import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../../scripts/packages/cache.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Folder of the jobs, one file for each package. */
export const JOBS = `${here}jobs/`;

/** Names of all jobs. */
export const names: readonly string[] = readdirSync(JOBS)
  .map((file) => file.slice(0, -'.js'.length))
  .sort();

/** Installs the packages, once, and returns their folder. */
export const installed = (): string =>
  installPackages({ source: here, name: 'guests', what: 'sixty packages that guests run, about 230 MB,' });
