import type { HostStorage } from '../../worker/protocol/storage.js';
import type { Asset } from '../assets/index.js';
import type { PageTools } from '../tools/page/index.js';
import type { Broker } from '../workers/index.js';
import { brokerSend } from './broker-send.js';
import type { EmbeddingProfile } from './embedding-profile.js';
import { HostMemory } from './memory.js';
import { loadMemoryTools } from './tools/load-tools.js';

/** Opens the memory of a page. */
export function openMemory(options: {
  readonly asset: Asset;
  readonly store: string | null;
  readonly storage?: HostStorage | undefined;
  readonly profile: EmbeddingProfile | null;
  readonly pages: Pick<PageTools, 'register'>;
  readonly broker: () => Promise<Broker>;
}): HostMemory {
  const { asset, store, storage, profile, pages, broker } = options;
  return new HostMemory({
    ...{ asset, store, storage, profile, broker },
    send: async (request, signal) => brokerSend(await broker())(request, signal),
    async registerTools(openSession) {
      const { MEMORY_TOOLS_OWNER, memoryTools } = await loadMemoryTools();
      const registered = memoryTools(openSession).map((spec) => pages.register(spec, MEMORY_TOOLS_OWNER));
      return () => {
        for (const { unregister } of registered) unregister();
      };
    },
  });
}

export type { EmbeddingProfile, FunctionProfile, OpenAiProfile, WordsProfile } from './embedding-profile.js';
export type { ExtractionOptions, ExtractionRequest, ExtractionState, MemoryExtraction } from './extraction-types.js';
export type { GuestAccess, GuestListener } from './guest-access.js';
export type { HostMemory } from './memory.js';
export type { MemorySession } from './session-types.js';
export type { IndexProgress, Memory, MemoryGraph } from './types.js';
