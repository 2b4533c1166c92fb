import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Host } from '../../index.js';
import { cleanPlugin, jsonObject, type PluginArtifact } from './artifact.js';
import { cutManifest } from './cut-manifest.js';

/** What a package has in its manifest, and a single file has not. */
const OF_PACKAGES = ['$schema', 'entry', 'files'];

/**
 * An installed plugin as what the plugin studio edits, with no tests.
 * @throws `PLUGIN_NOT_FOUND`, `PLUGIN_CHANGED`, `STORE_*`.
 */
export async function installedPlugin(host: Pick<Host, 'plugins'>, id: string): Promise<PluginArtifact> {
  const [list, source] = await Promise.all([host.plugins.list(), host.plugins.source(id)]);
  const info = list.find((one) => one.id === id);
  if (!info) throw new BulkheadError('PLUGIN_NOT_FOUND', `no plugin ${id} is installed`);
  const declares = /\bexport\s+const\s+manifest\b/.test(source);
  const rest = declares ? cutManifest(source) : source;
  // One that says nothing of itself is known by its first tool: it stays what it is, whatever tools it has then.
  const manifest = info.manifest ? jsonObject(info.manifest) : declares ? null : { id };
  if (manifest === null || rest === null) return cleanPlugin({ id, manifest: null, source, tests: [] });
  const kept = Object.fromEntries(Object.entries(manifest).filter(([key]) => !OF_PACKAGES.includes(key)));
  return cleanPlugin({ id, manifest: kept, source: rest, tests: [] });
}
