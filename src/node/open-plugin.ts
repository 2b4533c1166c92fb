import type { WithAsyncDispose } from '../../worker/protocol/disposable.js';
import type { Rehearsal } from '../index.js';
import { createHost } from './create-host.js';
import { readPlugin } from './plugin-files.js';

/** A plugin in a guest of its own and a made-up world, for the tests of its author. */
export type OpenedPlugin = Rehearsal & WithAsyncDispose;

/**
 * Loads a plugin in a real guest and a made-up world, for its author's tests: a file, the folder of a package, or a folder whose
 * `package.json` names the built file as its `main`. It is granted everything that it asks for, and reaches nothing but that world.
 * @throws as `plugins.rehearse`; an error that says what is missing, where there is no such file.
 *
 * @example
 * import { openPlugin } from 'bulkhead/node';
 * await using plugin = await openPlugin('plugin.js');
 * const { value, error } = await plugin.call('roll', { notation: '2d6' });
 */
export async function openPlugin(path: string): Promise<OpenedPlugin> {
  const { source } = await readPlugin(path);
  const host = createHost({ guests: 'thread', spareWorkers: 0 });
  try {
    const rehearsal = await host.plugins.rehearse(source);
    const end = async () => {
      await rehearsal.end();
      await host.dispose();
    };
    return { ...rehearsal, end, [Symbol.asyncDispose]: end };
  } catch (error) {
    await host.dispose();
    throw error;
  }
}
