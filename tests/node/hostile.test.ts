import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hostileArea } from '../conformance/hostile.js';
import type { VectorFile } from '../conformance/types.js';
import { createHost } from './host.js';

const folder = fileURLToPath(new URL('../conformance/vectors/hostile/', import.meta.url));
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name): VectorFile => {
    const cases = JSON.parse(readFileSync(folder + name, 'utf8')) as VectorFile['cases'];
    return { file: name.replace('.json', ''), cases };
  });

/** The corpus over hosts whose guests run there. */
const area = (guests: 'process' | 'thread') =>
  hostileArea({
    open: (options) => {
      const { assets: _assets, policy: _policy, store: _store, ...given } = options;
      const host = createHost({ ...given, guests });
      const plugins: typeof host.plugins = {
        ...host.plugins,
        install: (source, how) => host.plugins.install(source, { enable: true, ...how }),
      };
      return { ...host, plugins };
    },
    withoutImage: () => Promise.reject(new Error('guests in Node start from the image of the package')),
  });

/**
 * `npm run accept` runs the corpus in processes too, with a longer deadline (`BULKHEAD_DEADLINE`): a call that starts a process takes
 * longer, and the corpus then takes six minutes.
 */
const KINDS = process.env.BULKHEAD_LONG ? (['process', 'thread'] as const) : (['thread'] as const);

test.for(KINDS)(
  'every hostile program is contained in a %s, and its neighbour does not notice',
  { timeout: 1_200_000 },
  async (guests) => {
    const [failed, passed]: [string[], string[]] = [[], []];
    for await (const { id, ok, actual, overruled } of area(guests)(files, { starts: ['restored'] })) {
      if (ok || overruled !== undefined) passed.push(id);
      else failed.push(`${id}: ${JSON.stringify(actual)?.slice(0, 400)}`);
    }
    expect(failed).toEqual([]);
    expect(passed.length).toBeGreaterThan(200);
  },
);
