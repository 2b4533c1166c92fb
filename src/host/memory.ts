import type { HostStorage } from '../../worker/protocol/storage.js';
import type { Asset } from '../assets/index.js';
import type { EmbeddingProfile, HostMemory, Memory } from '../memory/index.js';
import { later, onDemand } from '../primitives/index.js';
import type { PageTools } from '../tools/page/index.js';
import type { Broker } from '../workers/index.js';

const parts = onDemand(() => import('../memory/index.js'));

interface HostMemoryOptions {
  readonly asset: Asset;
  readonly store: string | null;
  readonly storage?: HostStorage | undefined;
  readonly profile: EmbeddingProfile | null;
  readonly pages: PageTools;
  readonly broker: () => Promise<Broker>;
  /** @throws when the host is gone. */
  readonly alive: () => void;
}

/** The memory of a host. Nothing of it is loaded before its first use. */
export function hostMemory({ alive, ...options }: HostMemoryOptions) {
  let opened: HostMemory | undefined;
  const open = async (): Promise<HostMemory> => {
    alive();
    const { openMemory } = await parts();
    alive();
    opened ??= openMemory(options);
    return opened;
  };
  return {
    facade: later<Memory>(open, {
      openSession: true,
      open: true,
      chats: true,
      remove: true,
      branch: true,
      rename: true,
      types: true,
      setTypes: true,
      quarantined: true,
      exportQuarantined: true,
      removeQuarantined: true,
      setEmbeddings: true,
      embeddings: true,
      setEmbeddingKey: true,
      registerTools: true,
    }),
    open,
    /** Deletes everything stored, even if nothing has been loaded. */
    erase: async () => (await open()).erase(),
    /** Ends it. The next use opens it anew. */
    close: () => {
      opened?.close();
      opened = undefined;
    },
  };
}
