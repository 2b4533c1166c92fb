import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { WithAsyncDispose } from '../../worker/protocol/disposable.js';
import type { Rehearsal } from '../index.js';
import { createHost } from './create-host.js';

/** A plugin in a guest of its own and a made-up world, for the tests of its author. */
export type OpenedPlugin = Rehearsal & WithAsyncDispose;

/**
 * Loads a plugin's file in a real guest and a made-up world, for its author's tests. It is granted everything that it asks for, and
 * reaches nothing but that world.
 * @throws as `plugins.rehearse`, and what the file system throws.
 *
 * @example
 * import { openPlugin } from 'bulkhead/node';
 * await using plugin = await openPlugin('plugin.js');
 * const { value, error } = await plugin.call('roll', { notation: '2d6' });
 */
export async function openPlugin(path: string): Promise<OpenedPlugin> {
  const host = createHost({ guests: 'thread', spareWorkers: 0 });
  try {
    const file = new File([await readFile(path)], basename(path));
    const rehearsal = await host.plugins.rehearse({ file });
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
