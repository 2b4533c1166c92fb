import type { ReadPackage } from '../../worker/protocol/broker.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { checkOptions, type KnownOptions } from '../../worker/protocol/known-options.js';
import type { PluginInfo, PluginReview } from '../contracts/index.js';
import type { Runners } from '../isolation/guests/index.js';
import { idFrom, type PluginEntry } from '../permissions/index.js';
import { checkSignal, untilAborted } from '../primitives/index.js';
import type { Broker } from '../workers/index.js';
import type { PluginChanges } from './plugin-changes.js';
import { type PluginSource, toRead, type Wanted } from './source.js';
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
  parts: InstallParts,
  source: PluginSource,
  options?: InstallOptions,
): Promise<PluginInfo> {
  const { signal } = checkInstall('install', options);
  await openFor(parts, signal);
  const wanted = await untilAborted(toRead(source, parts.sourceBytes), signal);
  return keep(parts, await readFor(parts, wanted, signal), options);
}

/** @throws `BAD_ARGS` for options that are none, the signal's reason if it is aborted already. */
export function checkInstall(where: string, options: InstallOptions = {}): InstallOptions {
  checkOptions(where, options, INSTALL_OPTIONS);
  const { signal, confirm } = options;
  checkSignal(signal);
  if (confirm !== undefined && typeof confirm !== 'function')
    throw new BulkheadError('BAD_ARGS', 'confirm must be a function of the review that answers true or false');
  signal?.throwIfAborted();
  return options;
}

/** Opens the realm of workers and the store. @throws the reason why there is none. */
export async function openFor({ pluginStore, realm }: InstallParts, signal: AbortSignal | undefined): Promise<void> {
  const opening = realm();
  opening.catch(() => {});
  await untilAborted(pluginStore.open(), signal).catch(async (error) => {
    // A page that allows no workers has no store either. The error about the workers is the one to report.
    await opening;
    throw error;
  });
}

/** Reads a source in the broker worker. */
export const readFor = ({ broker }: InstallParts, wanted: Wanted, signal?: AbortSignal): Promise<ReadPackage> =>
  untilAborted(broker.call('read', wanted, { ms: READ_MS, ...(signal && { signal }) }), signal);

/**
 * Evaluates a source that was read, asks, and stores it. `updates`: the plugin that it must be, with what its review says more.
 * @throws as `Plugins.install`; `BAD_ARGS` for another plugin than the one that it should update.
 */
export async function keep(
  { pluginStore, runners, review }: InstallParts,
  read: ReadPackage,
  options: InstallOptions = {},
  updates?: { readonly id: string; more(entry: PluginEntry): Partial<PluginReview> },
): Promise<PluginInfo> {
  const { signal, enable = false, confirm, ...given } = options;
  const code = { source: read.source, manifest: read.manifest };
  const draft = pluginStore.draft(code);
  const cancel = () => void draft.runner.end(new BulkheadError('STOPPED', 'the installation was cancelled'));
  signal?.addEventListener('abort', cancel, { once: true });
  try {
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
    if (updates && updates.id !== kept.id)
      throw new BulkheadError(
        'BAD_ARGS',
        `${read.origin} has no ${updates.id} any more: it is ${kept.id}; install that`,
      );
    // It was evaluated with the host's limits. Its own are lower.
    if (manifest?.limits) {
      await draft.runner.lose(new BulkheadError('WORKER_LOST', 'the plugin is loaded anew'));
    }
    const confirmed = async (entry: PluginEntry) => {
      const asked = (async () => confirm?.({ ...(await review(entry)), ...updates?.more(entry) }))();
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
