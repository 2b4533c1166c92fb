import { fileURLToPath } from 'node:url';
import type { createHost as CreateHost, openPlugin as OpenPlugin } from '../../src/node/index.js';

/** The built package, as its users have it. */
export const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

const built = (await import(`${dist}node.js`)) as {
  readonly createHost: typeof CreateHost;
  readonly openPlugin: typeof OpenPlugin;
};

export const { createHost, openPlugin } = built;

/** A plugin of one tool. */
export const plugin = (exec: string, mode = 'read', name = 'main'): string =>
  `registerTool({ name: '${name}', description: 'A test.', mode: '${mode}', parameters: { type: 'object' }, exec: ${exec} });`;
