import type { Store } from '../doors/pairs.js';
import { BulkheadError } from '../protocol/errors.js';
import type { NetRule } from '../protocol/rights.js';
import { secretKey } from './keys.js';

const NAME = /^[A-Z][A-Z0-9_]{0,63}$/;
/** A shorter one could not be told from other text in an answer. */
const LEAST = 8;
const MOST = 4_096;
const PLACEHOLDER = /\{\{secret:([^{}]*)\}\}/g;

/** Names of the secrets that a text asks for. */
export const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Puts secrets in the place of their names. */
export const insert = (text: string, secrets: ReadonlyMap<string, string>, spell: (value: string) => string): string =>
  text.replace(PLACEHOLDER, (_, name: string) => spell(secrets.get(name) ?? ''));

/** @throws `BAD_ARGS` for a name that no manifest can have, or a value too short to be masked in what comes back. */
export async function setSecret(store: Store, plugin: string, name: string, value: string): Promise<void> {
  if (!NAME.test(name)) throw new BulkheadError('BAD_ARGS', `${name.slice(0, 64)} is no name of a secret`);
  if (value.length < LEAST || value.length > MOST) {
    throw new BulkheadError('BAD_ARGS', `the secret ${name}: ${LEAST} to ${MOST} characters`);
  }
  if (/\p{Surrogate}/u.test(value)) throw new BulkheadError('BAD_ARGS', `the secret ${name} is no well-formed text`);
  await store.transact([], () => ({ set: [[secretKey(plugin, name), value]] }));
}

/** Forgets a secret; one that is not there is no error. */
export const deleteSecret = (store: Store, plugin: string, name: string): Promise<void> =>
  store.transact([], () => ({ remove: [secretKey(plugin, name)] }));

/** Names of a plugin's secrets, sorted. */
export async function secretNames(store: Store, plugin: string): Promise<readonly string[]> {
  const prefix = secretKey(plugin, '');
  const { keys } = await store.keys(prefix, prefix);
  return keys.map((key) => key.slice(prefix.length));
}

/**
 * Reads the secrets that a request asks for.
 * @throws `CAPABILITY_DENIED` for one that the rule does not have, or the user has not set.
 */
export async function readSecrets(
  store: Store,
  plugin: string,
  rule: NetRule,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const stray = names.find((name) => !rule.secrets.includes(name));
  if (stray !== undefined) {
    throw new BulkheadError('CAPABILITY_DENIED', `not granted: secret ${stray.slice(0, 64)} is not in ${rule.line}`);
  }
  const kept = await store.read(names.map((name) => secretKey(plugin, name)));
  return new Map(
    names.map((name) => {
      const value = kept.get(secretKey(plugin, name));
      if (typeof value === 'string') return [name, value];
      throw new BulkheadError('CAPABILITY_DENIED', `secret ${name} is not set`);
    }),
  );
}
