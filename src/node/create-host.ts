import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { show } from '../../worker/protocol/show.js';
import { surroundings } from '../assets/internal-check.js';
import { assetsAt, BulkheadError, createHost as createHostOf, type Host, type HostOptions } from '../index.js';
import { elsewhere } from '../isolation/internal-elsewhere.js';
import { folderStorage } from './folder-storage.js';
import { ImageCache } from './image-cache.js';
import { openProcessRealm } from './process-realm.js';
import { openThreadRealm } from './thread-realm.js';
import { ThreadWorker } from './thread-worker.js';

const NO_HEADERS = new Map<string, string>();
surroundings.read = async (url) => {
  const bytes = new Uint8Array(await readFile(fileURLToPath(url.replace(/#.*/, ''))));
  return { ok: true, status: 200, headers: NO_HEADERS, arrayBuffer: async () => bytes.buffer };
};
surroundings.startWorker = (url) => new ThreadWorker(url) as unknown as Worker;
elsewhere.open = { process: openProcessRealm, thread: openThreadRealm };

/** The options of a host in Node. */
export interface NodeHostOptions extends Omit<HostOptions, 'assets' | 'policy' | 'store'> {
  readonly policy?: Omit<NonNullable<HostOptions['policy']>, 'frames'>;
  /**
   * Where guests run: `process`, each plugin in a process that Node's permission model keeps from files and programs (default, where
   * this Node has that model); or `thread`, which starts sooner, needs less memory, and is without wall 5.
   */
  readonly guests?: 'process' | 'thread';
  /**
   * Folder in which the host keeps everything, as `folderStorage` does; the host closes it when it is disposed. One process has a
   * folder at a time. Leave out `storage`. Default: nothing is kept.
   */
  readonly folder?: string;
  /**
   * Folder for memory images of plugins: a plugin whose source was loaded before starts from its image, and its source is not
   * evaluated again. Make it a folder that only you can write to. It takes 256 MiB at most. Default: none.
   */
  readonly imageCache?: string;
  readonly network?: {
    /** Hosts, such as `nas.example.com`, that may have addresses of a private network. Default: none. */
    readonly privateHosts?: readonly string[];
  };
}

/**
 * Makes a host in Node, with the members that it has in a page. Nothing is kept unless you pass a
 * `folder` or a `storage`. Call `dispose()` when you are done: open workers keep the process alive.
 * @throws `BAD_ARGS` naming the option that is wrong.
 *
 * @example
 * import { createHost } from 'bulkhead/node';
 * const host = createHost();
 * const code = "registerTool({ name: 'next', description: 'Adds one.', mode: 'read', parameters: { type: 'object' }, exec: ({ a }) => a + 1 });";
 * await host.plugins.install({ code }, { enable: true });
 * const { value } = await host.tools.execute('next', { a: 2 });
 * await host.dispose();
 */
export function createHost({
  network,
  guests = 'process',
  policy,
  folder,
  imageCache,
  ...options
}: NodeHostOptions = {}): Host {
  if (guests !== 'process' && guests !== 'thread')
    throw new BulkheadError('BAD_ARGS', `guests: one of process, thread; got ${guests}`);
  if (folder !== undefined && options.storage !== undefined)
    throw new BulkheadError('BAD_ARGS', 'folder or storage: the folder is a storage');
  if (imageCache !== undefined && (typeof imageCache !== 'string' || imageCache === ''))
    throw new BulkheadError('BAD_ARGS', `imageCache: the path of a folder; got ${show(imageCache)}`);
  const { broker } = assetsAt(new URL('.', import.meta.url));
  const names = network?.privateHosts ?? [];
  const assets = names.length > 0 ? { assets: { broker: `${broker}#${names.map(encodeURIComponent).join(',')}` } } : {};
  const kept = folder === undefined ? undefined : folderStorage(folder);
  const storage = kept ?? options.storage;
  const given = { ...options, policy: { ...policy, ...(guests === 'thread' && { frames: [] }) } };
  const images = imageCache === undefined ? undefined : new ImageCache(imageCache);
  const host = createHostOf({ ...given, ...assets, ...(storage ? { storage } : { store: null }) }, { images });
  if (!kept && !images) return host;
  const dispose = async () => {
    await host.dispose();
    await Promise.all([kept?.close(), images?.written()]);
  };
  return { ...host, dispose, [Symbol.asyncDispose]: dispose };
}
