import { HOST_OWNER } from '../../worker/protocol/names.js';
import type { Broker } from '../workers/index.js';
import type { EmbeddingSend } from './embedder.js';
import type { OpenAiProfile } from './embedding-profile.js';
import { embeddingUrl } from './openai-embeddings.js';

/** A server may think for so long about fifty texts. */
const TIMEOUT_MS = 60_000;
/** For the way to the broker and back. */
const SPARE_MS = 5_000;

/** Sends by the broker, which puts the key in: the page never has it. */
export const brokerSend =
  (broker: Broker): EmbeddingSend =>
  (request, signal) =>
    broker.call('sendForHost', { ...request, timeoutMs: TIMEOUT_MS }, { signal, ms: TIMEOUT_MS + SPARE_MS });

/**
 * Keeps the key of a profile, for the host of its address and no other.
 * @throws `BAD_ARGS` for a name that is not like `EMBEDDING_KEY`, or a key of less than 8 characters.
 */
export async function setEmbeddingKey(broker: Broker, profile: OpenAiProfile, value: string): Promise<void> {
  const hosts = [embeddingUrl(profile.endpoint).host];
  await broker.call('setSecret', { plugin: HOST_OWNER, name: profile.key ?? '', value, hosts });
}

/** Forgets it. */
export async function deleteEmbeddingKey(broker: Broker, profile: OpenAiProfile): Promise<void> {
  await broker.call('deleteSecret', { plugin: HOST_OWNER, name: profile.key ?? '' });
}
