import { BulkheadError } from '../protocol/errors.js';
import { modelProfile } from '../protocol/models.js';
import { FROM_BACKUP } from '../protocol/plugin-origin.js';
import type { ToolDeclaration } from '../protocol/tool.js';
import { hashTools } from './hashes.js';
import { KEPT } from './keys.js';
import { checkedProfile, MODEL_PROFILE } from './model-profile.js';
import { checkManifest, checkSource, readRecord } from './plugin-record.js';

const refused = (key: string) => new BulkheadError('BAD_ARGS', `${key} is not what its key says`);

/** A value of a backup as it may be stored under its key. @throws a typed error for one that may not. */
export function checkRestored({ key, value }: { readonly key: string; readonly value?: unknown }): unknown {
  if (key === MODEL_PROFILE) return checkedProfile(modelProfile.parse(value));
  if (key.startsWith(KEPT.source)) return checkSource(key.slice(KEPT.source.length), value);
  if (!key.startsWith(KEPT.record)) throw refused(key);
  const record = readRecord(value);
  // What a newer version has written is kept and not listed.
  if (!record) return { ...Object(value), enabled: false };
  if (key !== KEPT.record + record.id) throw refused(key);
  checkManifest(record);
  // Where it came from first is the file's word.
  const origin = FROM_BACKUP + record.origin.replace(FROM_BACKUP, '');
  return { ...record, origin, ...hashTools(record.tools as ToolDeclaration[]), enabled: false };
}
