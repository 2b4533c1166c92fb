import { BulkheadError } from '../../../../worker/protocol/errors.js';
import type { Delta } from '../../../../worker/protocol/studio.js';
import { onDemand } from '../../../primitives/index.js';
import type { Adapter, AdapterInput, DeltaSides, DiffHooks, StudioContext } from '../../../studio/internal.js';
import {
  createSettingsBackedHistoryStore,
  type HistoryStore,
  type HistoryStoreOptions,
  makeAdapter,
  makeI18nFormat,
} from '../../../studio/internal-start.js';

/** What extensions get as `iterationStudio` of a context, and as exports of `/scripts/iteration-studio/index.js`. */
export interface IterationStudio {
  /** Opens a studio; settles when its user has closed it. */
  open<Profile, Settings>(
    adapter: Adapter<Profile, Settings>,
    context: StudioContext,
    settings: Settings,
    root?: unknown,
  ): Promise<void>;
  /** @throws `BAD_ARGS` naming every required field that is missing. */
  defineAdapter<Profile, Settings>(fields: AdapterInput<Profile, Settings>): Adapter<Profile, Settings>;
  /** Kept in the host’s settings, and with its characters. @throws `BAD_ARGS` when a name is missing. */
  createSettingsBackedHistoryStore<Profile = unknown>(options: HistoryStoreOptions): HistoryStore<Profile>;
  /** At once, so its part has to be there: `ready` loads it, an open studio and the module have it. @throws `BAD_ARGS`. */
  buildProfileDelta(before: unknown, after: unknown): Delta | null;
  /** As `buildProfileDelta`. @throws `BAD_ARGS`. */
  renderProfileDeltaHtml(adapter: DiffHooks, delta: unknown, sides: DeltaSides): string;
  readonly makeI18nFormat: typeof makeI18nFormat;
  /** Loads what the two need that answer at once. @throws `ASSET_UNREACHABLE`. */
  ready(): Promise<void>;
}

type Deltas = typeof import('./deltas.js');

const deltas = onDemand(() => import('./deltas.js'));
const storage = onDemand(() => import('../base/settings-storage.js'));

/** Makes it, once for a page: the same functions wherever they are found. */
export function iterationStudio(open: IterationStudio['open']): IterationStudio {
  let loaded: Deltas | undefined;
  const ready = async (): Promise<void> => {
    loaded = await deltas();
  };
  const now = (): Deltas => {
    if (loaded) return loaded;
    throw new BulkheadError('BAD_ARGS', 'wait for iterationStudio.ready() first, or import the module');
  };
  return Object.freeze({
    open: async (adapter, context, settings, root) => {
      await ready();
      await open(adapter, context, settings, root);
    },
    defineAdapter: (fields) => makeAdapter(fields, now),
    createSettingsBackedHistoryStore: (options) =>
      createSettingsBackedHistoryStore({
        // In the order that counts: who brings a storage keeps it.
        storage: {
          read: async (context, place) => (await storage()).settingsStorage.read(context, place),
          write: async (context, place, state) => (await storage()).settingsStorage.write(context, place, state),
        },
        ...options,
      }),
    buildProfileDelta: (before, after) => now().buildProfileDelta(before, after),
    renderProfileDeltaHtml: (adapter, delta, sides) => now().renderProfileDeltaHtml(adapter, delta, sides),
    makeI18nFormat,
    ready,
  } satisfies IterationStudio);
}
