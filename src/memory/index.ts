import type { HostStorage } from '../../worker/protocol/storage.js';
import type { PageTools } from '../tools/page/index.js';
import type { Broker } from '../workers/index.js';
import { brokerSend } from './broker-send.js';
import type { EmbeddingProfile } from './embedding-profile.js';
import { HostMemory } from './memory.js';
import { loadMemoryTools } from './tools/load-tools.js';

/** Opens the memory of a page. */
export function openMemory(options: {
  readonly url: string;
  readonly store: string | null;
  readonly storage?: HostStorage | undefined;
  readonly profile: EmbeddingProfile | null;
  readonly pages: Pick<PageTools, 'register'>;
  readonly broker: () => Promise<Broker>;
}): HostMemory {
  const { url, store, storage, profile, pages, broker } = options;
  return new HostMemory({
    ...{ url, store, storage, profile, broker },
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

export type { EmbeddingProfile, FunctionProfile, OpenAiProfile } from './embedding-profile.js';
export type { GuestDoor, GuestListener } from './guest-door.js';
export type { HostMemory } from './memory.js';
export type { MemorySession } from './session-types.js';
export type { IndexProgress, Memory, MemoryGraph } from './types.js';
