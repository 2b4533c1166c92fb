import type { BrokerContract } from '../protocol/broker.js';
import type { Parsed } from '../protocol/contract.js';
import { BulkheadError } from '../protocol/errors.js';
import type { ModelProfile } from '../protocol/models.js';
import type { KeyValueStore } from '../protocol/storage.js';
import { KEPT } from './keys.js';
import { readAddress } from './net-rules.js';

export const MODEL_PROFILE = `${KEPT.model}profile`;
const KEY = `${KEPT.model}key`;
/** The page's own server is the host's to ask, other than a plugin's. */
const ANY_PAGE = '';
/** What a header can hold of a key: signs of ASCII without blanks. */
const KEY_SIGNS = /^[\x21-\x7e]{1,4096}$/;

/** The key, and the origin it was entered for. */
interface ModelKey {
  readonly origin: string;
  readonly value: string;
}

/** What is kept of the page's model, at one moment. */
export interface KeptModel {
  readonly profile: ModelProfile | null;
  /** Of the profile's server; nothing where there is no profile of one. */
  readonly origin: string | undefined;
  /** For that origin and no other. */
  readonly key: string | undefined;
}

const bad = (message: string) => new BulkheadError('BAD_ARGS', message);

/** Reads profile and key in one transaction: what goes out together belongs together. */
export async function readModel(store: KeyValueStore): Promise<KeptModel> {
  return asModel(await store.read([MODEL_PROFILE, KEY]));
}

function asModel(kept: ReadonlyMap<string, unknown>): KeptModel {
  const profile = (kept.get(MODEL_PROFILE) as ModelProfile | undefined) ?? null;
  const origin = profile?.endpoint === undefined ? undefined : new URL(profile.endpoint).origin;
  const key = kept.get(KEY) as ModelKey | undefined;
  return { profile, origin, key: key !== undefined && key.origin === origin ? key.value : undefined };
}

/** Keeps a profile, and drops the key of another origin. @throws `BAD_ARGS` */
export async function setModelProfile(
  store: KeyValueStore,
  { profile }: Parsed<BrokerContract, 'setModelProfile'>,
): Promise<void> {
  const checked = profile && checkedProfile(profile);
  await store.transact([MODEL_PROFILE, KEY], (kept) => {
    if (checked === null) return { remove: [MODEL_PROFILE, KEY] };
    const { key } = asModel(new Map([...kept, [MODEL_PROFILE, checked]]));
    return { set: [[MODEL_PROFILE, checked]], remove: key === undefined ? [KEY] : [] };
  });
}

/** Keeps the key for the origin of the profile. @throws `BAD_ARGS`; the key is not repeated. */
export async function setModelKey(
  store: KeyValueStore,
  { key: value, endpoint }: Parsed<BrokerContract, 'setModelKey'>,
): Promise<void> {
  if (value !== null && !KEY_SIGNS.test(value)) {
    throw bad('the key of the model: letters, digits and signs without blanks, as its server gave it');
  }
  await store.transact([MODEL_PROFILE, KEY], (kept) => {
    if (value === null) return { remove: [KEY] };
    const { origin } = asModel(kept);
    if (origin === undefined) throw bad('a key is kept for the server of a model: set its profile first');
    if (endpoint !== undefined && new URL(endpoint).origin !== origin)
      throw bad('the model’s server was changed in another tab: look at it, and enter the key again');
    return { set: [[KEY, { origin, value } satisfies ModelKey]] };
  });
}

/** @throws `BAD_ARGS` for a profile of no server that may be asked. */
export function checkedProfile(given: NonNullable<Parsed<BrokerContract, 'setModelProfile'>['profile']>): ModelProfile {
  const { kind, tools, endpoint, model, requestsPerMinute, timeoutMs } = given;
  const paced = {
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  if (kind === 'browser') return { kind, tools, ...paced };
  if (!endpoint || !model) throw bad('the profile of a server needs its endpoint, and a model');
  checkEndpoint(endpoint);
  return { kind, endpoint, model, tools, ...paced };
}

/** What stands there is not repeated, not even its host: it may be the key. */
function checkEndpoint(endpoint: string): void {
  try {
    const { search, hash } = readAddress(endpoint, ANY_PAGE);
    if (search === '' && hash === '') return;
  } catch {
    // The error below covers it.
  }
  throw bad('the model’s address: https:// with a name on the internet, or http:// on this machine; no user, ? or #');
}

/** Reads the address of a request. @throws `CAPABILITY_DENIED` for another origin than the profile's. */
export function readTarget(text: string, origin: string | undefined): URL {
  const url = readAddress(text, ANY_PAGE);
  if (origin === undefined)
    throw new BulkheadError('CAPABILITY_DENIED', 'not sent: no profile of a model’s server is kept');
  if (url.origin !== origin) {
    throw new BulkheadError(
      'CAPABILITY_DENIED',
      `not sent: ${url.host.slice(0, 120)} is not the server of the profile`,
    );
  }
  return url;
}
