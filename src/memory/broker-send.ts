import { HOST_OWNER } from '../../worker/protocol/names.js';
import type { Keeper } from '../workers/index.js';
import type { EmbeddingSend } from './embedder.js';
import type { OpenAiProfile } from './embedding-profile.js';
import { embeddingUrl } from './openai-embeddings.js';

/** A server may think for so long about fifty texts. */
const TIMEOUT_MS = 60_000;
/** For the way to the keeper and back. */
const SPARE_MS = 5_000;

/** Sends by the keeper, which puts the key in: the page never has it. */
export const keeperSend =
  (keeper: Keeper, timeoutMs: number = TIMEOUT_MS): EmbeddingSend =>
  (request, signal) =>
    keeper.call('sendForHost', { ...request, timeoutMs }, { signal, ms: timeoutMs + SPARE_MS });

/**
 * Keeps the key of a profile, for the host of its address and no other.
 * @throws `BAD_ARGS` for a name that is not like `EMBEDDING_KEY`, or a key of less than 8 characters.
 */
export async function setEmbeddingKey(keeper: Keeper, profile: OpenAiProfile, value: string): Promise<void> {
  const hosts = [embeddingUrl(profile.endpoint).host];
  await keeper.call('setSecret', { plugin: HOST_OWNER, name: profile.key ?? '', value, hosts });
}

/** Forgets it. */
export async function deleteEmbeddingKey(keeper: Keeper, profile: OpenAiProfile): Promise<void> {
  await keeper.call('deleteSecret', { plugin: HOST_OWNER, name: profile.key ?? '' });
}
