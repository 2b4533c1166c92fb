import type { PluginRecord, ReadPackage } from '../../worker/protocol/broker.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { SINGLE_MODULE } from '../../worker/protocol/modules.js';
import { show } from '../../worker/protocol/show.js';
import type { PluginUpdate } from '../contracts/index.js';
import { changesBetween } from '../permissions/index.js';
import { checkInstall, type InstallParts, keep, openFor, readFor } from './install.js';
import type { InstallOptions, UpdateResult } from './types.js';

/** Reads a plugin's URL again, and installs what is there if it is another version. */
export async function update(parts: InstallParts, id: string, options?: InstallOptions): Promise<UpdateResult> {
  const { signal } = checkInstall('update', options);
  await openFor(parts, signal);
  const { record } = await parts.pluginStore.find(id);
  const url = record.origin;
  if (!/^https?:\/\//.test(url))
    throw new BulkheadError('BAD_ARGS', `${id} is from ${show(url)}, not from a URL: install its new version instead`);
  const read = await readFor(parts, { url, origin: url }, signal);
  if (read.filesHash === record.filesHash) return { changed: false };
  const more = (next: { readonly record: PluginRecord }) => ({ update: updateOf(record, next.record, read) });
  return { changed: true, plugin: await keep(parts, read, options, { id, more }) };
}

/** What an update changes. */
function updateOf(before: PluginRecord, after: PluginRecord, { changelog }: ReadPackage): PluginUpdate {
  const [was, is] = [filesOf(before), filesOf(after)];
  const files = {
    added: Object.keys(is).filter((path) => !Object.hasOwn(was, path)),
    removed: Object.keys(was).filter((path) => !Object.hasOwn(is, path)),
    changed: Object.keys(is).filter((path) => Object.hasOwn(was, path) && was[path] !== is[path]),
  };
  return { ...changesBetween(before, after), files, ...(changelog !== undefined && { changelog }) };
}

/** The hash of each file, by its path. */
const filesOf = ({ manifest, filesHash }: PluginRecord): { readonly [path: string]: string } =>
  manifest?.files ?? { [SINGLE_MODULE]: filesHash };
