import { BulkheadError } from '../protocol/errors.js';
import type { NetRule } from '../protocol/rights.js';
import type { KeyValueStore } from '../protocol/storage.js';
import { secretKey } from './keys.js';

const NAME = /^[A-Z][A-Z0-9_]{0,63}$/;
/** A secret as it is kept. */
export interface Secret {
  readonly value: string;
  /** Where it may go: the hosts it was entered for. */
  readonly hosts: readonly string[];
}

/** A shorter secret could not be distinguished from other text in an answer. */
const LEAST = 8;
const MOST = 4_096;
const PLACEHOLDER = /\{\{secret:([^{}]*)\}\}/g;

const denied = (message: string) => new BulkheadError('CAPABILITY_DENIED', message);

/** Names of the secrets that a text asks for. */
export const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Puts secrets in the place of their names. @throws `CAPABILITY_DENIED` for one that is not there. */
export const insert = (text: string, secrets: ReadonlyMap<string, string>, spell: (value: string) => string): string =>
  text.replace(PLACEHOLDER, (_, name: string) => {
    const value = secrets.get(name);
    if (value === undefined) throw denied(`not sent: secret ${name.slice(0, 64)} does not go there`);
    return spell(value);
  });

/** True for a text that asks for a secret, however often it is percent-encoded. */
export function asksForSecret(text: string): boolean {
  for (let from = text, round = 0; ; round += 1) {
    if (/\{\s*\{\s*secret\s*:/i.test(from) || round > 16) return true;
    const to = from.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (to === from) return false;
    from = to;
  }
}

/** Keeps a secret. @throws `BAD_ARGS` for no name of a manifest, a value too short to be masked in answers, or no host. */
export async function setSecret(store: KeyValueStore, plugin: string, name: string, secret: Secret): Promise<void> {
  const { value, hosts } = secret;
  if (!NAME.test(name)) throw new BulkheadError('BAD_ARGS', `${name.slice(0, 64)} is no name of a secret`);
  if (value.length < LEAST || value.length > MOST) {
    throw new BulkheadError('BAD_ARGS', `the secret ${name}: ${LEAST} to ${MOST} characters; got ${value.length}`);
  }
  if (/\p{Surrogate}/u.test(value)) throw new BulkheadError('BAD_ARGS', `the secret ${name} is no well-formed text`);
  if (hosts.length === 0) throw new BulkheadError('BAD_ARGS', `the secret ${name}: for no host`);
  await store.transact([], () => ({ set: [[secretKey(plugin, name), { value, hosts } satisfies Secret]] }));
}

/** Forgets a secret; one that is not there is no error. */
export const deleteSecret = (store: KeyValueStore, plugin: string, name: string): Promise<void> =>
  store.transact([], () => ({ remove: [secretKey(plugin, name)] }));

/** Names of a plugin's secrets, sorted. */
export async function secretNames(store: KeyValueStore, plugin: string): Promise<readonly string[]> {
  const prefix = secretKey(plugin, '');
  const { keys } = await store.keys(prefix, prefix);
  return keys.map((key) => key.slice(prefix.length));
}

/** All secrets of a plugin, by name. */
export async function readSecrets(store: KeyValueStore, plugin: string): Promise<ReadonlyMap<string, Secret>> {
  const prefix = secretKey(plugin, '');
  const kept = [...(await store.list(prefix))].filter((pair): pair is [string, Secret] => isSecret(pair[1]));
  return new Map(kept.map(([key, secret]) => [key.slice(prefix.length), secret]));
}

/** Values of those that may go to a host under a rule. */
export const secretsFor = (
  secrets: ReadonlyMap<string, Secret>,
  rule: NetRule,
  host: string,
): ReadonlyMap<string, string> =>
  new Map(
    [...secrets]
      .filter(([name, { hosts }]) => rule.secrets.includes(name) && hosts.includes(host))
      .map(([name, { value }]) => [name, value]),
  );

/** @throws `CAPABILITY_DENIED` for a name that the rule does not have, the user has not set, or set for other hosts. */
export function checkSecrets(
  secrets: ReadonlyMap<string, Secret>,
  names: readonly string[],
  rule: NetRule,
  host: string,
): void {
  for (const name of names) {
    if (!rule.secrets.includes(name)) {
      throw denied(`not granted: secret ${name.slice(0, 64)} is not in ${rule.line}`);
    }
    const hosts = secrets.get(name)?.hosts;
    if (!hosts) throw denied(`secret ${name} is not set`);
    if (!hosts.includes(host)) {
      throw denied(`the secret ${name} was set for ${hosts.join(', ')} only: enter it again`);
    }
  }
}

function isSecret(kept: unknown): kept is Secret {
  const { value, hosts } = Object(kept) as { value?: unknown; hosts?: unknown };
  return typeof value === 'string' && Array.isArray(hosts);
}
