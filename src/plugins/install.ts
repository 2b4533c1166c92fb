import type { ReadPackage } from '../../worker/protocol/broker.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { checkOptions, type KnownOptions } from '../../worker/protocol/known-options.js';
import type { PluginInfo, PluginReview } from '../contracts/index.js';
import type { Runners } from '../isolation/guests/index.js';
import { idFrom, type PluginEntry } from '../permissions/index.js';
import { checkSignal, untilAborted } from '../primitives/index.js';
import type { Broker } from '../workers/index.js';
import type { PluginChanges } from './plugin-changes.js';
import { type PluginSource, toRead } from './source.js';
import { ENABLE_OPTIONS, type InstallOptions } from './types.js';

/** Deadline in milliseconds for reading a source from a slow server. */
const READ_MS = 120_000;

const INSTALL_OPTIONS = {
  ...ENABLE_OPTIONS,
  signal: true,
  enable: true,
  confirm: true,
} satisfies KnownOptions<InstallOptions>;

export interface InstallParts {
  readonly pluginStore: PluginChanges;
  readonly broker: Broker;
  readonly runners: Runners;
  readonly sourceBytes: number;
  /** Opens the realm of workers. @throws the reason why there is none on this page. */
  readonly realm: () => Promise<unknown>;
  /** Returns everything a user needs to decide about a plugin. */
  readonly review: (entry: PluginEntry) => Promise<PluginReview>;
}

/** Reads a source, evaluates it in a guest without permissions, and stores it. */
export async function install(
  { pluginStore, broker, runners, sourceBytes, realm, review }: InstallParts,
  source: PluginSource,
  options: InstallOptions = {},
): Promise<PluginInfo> {
  checkOptions('install', options, INSTALL_OPTIONS);
  const { signal, enable = false, confirm, ...given } = options;
  checkSignal(signal);
  if (confirm !== undefined && typeof confirm !== 'function')
    throw new BulkheadError('BAD_ARGS', 'confirm must be a function of the review that answers true or false');
  signal?.throwIfAborted();
  const opening = realm();
  opening.catch(() => {});
  await untilAborted(pluginStore.open(), signal).catch(async (error) => {
    // A page that allows no workers has no store either. The error about the workers is the one to report.
    await opening;
    throw error;
  });
  const wanted = await untilAborted(toRead(source, sourceBytes), signal);
  const calling = { ms: READ_MS, ...(signal && { signal }) };
  const read: ReadPackage = await untilAborted(broker.call('read', wanted, calling), signal);
  const draft = pluginStore.draft({ source: read.source, manifest: read.manifest });
  const cancel = () => void draft.runner.end(new BulkheadError('STOPPED', 'the installation was cancelled'));
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const code = { source: read.source, manifest: read.manifest };
    const { manifest, tools } = await untilAborted(draft.runner.load(code), signal);
    const kept = {
      id: manifest?.id ?? idFrom(tools),
      manifest,
      tools,
      origin: read.origin,
      installedAt: Date.now(),
      sourceBytes: read.bytes,
      filesHash: read.filesHash,
    };
    // It was evaluated with the host's limits. Its own are lower.
    if (manifest?.limits) {
      await draft.runner.lose(new BulkheadError('WORKER_LOST', 'the plugin is loaded anew'));
    }
    const confirmed = async (entry: PluginEntry) => {
      const asked = (async () => confirm?.(await review(entry)))();
      if ((await untilAborted(asked, signal)) === true) return;
      throw new BulkheadError(
        'CONSENT_DENIED',
        `${kept.id}: the installation was not confirmed, and nothing was changed`,
      );
    };
    const committing = { ...given, signal, enable, ...(confirm && { confirmed }) };
    return await pluginStore.commit(draft, kept, read.source, committing);
  } catch (error) {
    await runners.close(draft.runner, new BulkheadError('STOPPED', 'the installation failed'));
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
