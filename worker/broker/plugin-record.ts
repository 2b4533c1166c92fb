import { sha256Hex } from '../adapters/hash.js';
import { type PluginRecord, pluginRecord } from '../protocol/broker.js';
import { BulkheadError } from '../protocol/errors.js';
import { readKeptManifest, withoutCutKeys } from '../protocol/manifest.js';

/** A source as it is kept: with the hash it had when it was installed. */
export interface KeptSource {
  readonly text: string;
  readonly hash: string;
}

/** A record as an earlier version may have kept it, and the keys of its manifest that are no longer accepted. */
export interface Older {
  readonly record: PluginRecord;
  readonly cut: readonly string[];
}

export const readOlder = (value: unknown): Older | undefined => {
  const { manifest, cut } = withoutCutKeys(Object(value).manifest);
  const parsed = pluginRecord.safeParse(cut.length > 0 ? { ...Object(value), manifest } : value);
  return parsed.success ? { record: parsed.data as PluginRecord, cut } : undefined;
};

export const readRecord = (value: unknown): PluginRecord | undefined => readOlder(value)?.record;

const isSource = (value: unknown): value is KeptSource => {
  const { text, hash } = Object(value) as { text?: unknown; hash?: unknown };
  return typeof text === 'string' && typeof hash === 'string';
};

/** A source, if it is what was installed. @throws `PLUGIN_CHANGED` */
export function checkSource(id: string, kept: unknown): KeptSource {
  if (isSource(kept) && sha256Hex(kept.text) === kept.hash) return { text: kept.text, hash: kept.hash };
  throw new BulkheadError('PLUGIN_CHANGED', `the source of ${id} is not what was installed`);
}

/** @throws `MANIFEST_INVALID` for one whose parts are right and do not go together, such as two permissions of one id. */
export function checkManifest({ manifest }: PluginRecord): void {
  if (manifest !== null) readKeptManifest(manifest);
}
