import type { FoundTool } from '../../worker/protocol/card-lists.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { LIMITS, type Limits, mergeLimits } from '../../worker/protocol/limits.js';
import { unknownKey } from '../../worker/protocol/nearest.js';
import type { HostStorage } from '../../worker/protocol/storage.js';
import type { FreshState } from '../../worker/protocol/tool.js';
import { type Services, SKILL_LIMITS, type SkillLimits } from '../contracts/index.js';
import type { CapabilityProviders } from '../isolation/guests/index.js';
import { type Assets, assetsOf } from '../isolation/index.js';
import type { EmbeddingProfile } from '../memory/index.js';
import type { MakeBridge } from '../orchestrator/index.js';
import type { GrantPolicy } from '../questions/index.js';
import type { ContextProvider } from '../tools/calls/index.js';

/** The options of a host. */
export interface HostOptions {
  /** Where the files beside the bundle are served; each one that is not given is looked for beside the module. */
  readonly assets?: Partial<Assets>;
  readonly policy?: {
    /** Walls without which nothing runs, e.g. `[5]`. Default: none beyond 1 to 4, which always stand. */
    readonly requireWalls?: readonly number[];
    /** Frames to try for wall 5. Default: a served one, then `srcdoc`. */
    readonly frames?: readonly ('served' | 'srcdoc')[];
  } & GrantPolicy;
  /**
   * When a plugin's state begins anew: with every call, so that none knows of another (default), or with every guest, which
   * serves many calls, is ended without notice, and is one of several where calls run at once.
   */
  readonly freshState?: FreshState;
  /** Workers kept ready for the next plugin that needs one: 1 (default), or 0 to save memory. */
  readonly spareWorkers?: 0 | 1;
  /** Overrides of the limits table. */
  readonly limits?: Partial<Limits>;
  /** Overrides of what models may call by writing; see `SkillLimits`. */
  readonly skills?: Partial<SkillLimits>;
  /** Name of the IndexedDB database; `null` keeps plugins in memory only. Default: `bulkhead`. */
  readonly store?: string | null;
  /**
   * A storage of the page's own, in place of IndexedDB: everything that the host keeps is in it. The host never closes it. Use
   * one host at a time on the same storage, and leave out `store`.
   */
  readonly storage?: HostStorage;
  /** How texts become vectors, for searches by meaning in chats' memory. Default: not at all. */
  readonly embeddings?: EmbeddingProfile | null;
  /** Services of the page that a manifest can ask for: its chat, a model, notices, a way to send requests. Default: none. */
  readonly services?: Services;
  /** Further functions that the page offers by its own decision. Default: none. */
  readonly capabilities?: CapabilityProviders;
  /** Values of the page that tools may read. Default: none. */
  readonly context?: ContextProvider;
  /** Makes tools of SillyTavern's function tools: `sillyTavernBridge` of `bulkhead/bridge`. */
  readonly bridge?: MakeBridge;
  /** Owner of tools that page code registers without an owner; for attribution, not for security. Default: `page`. */
  readonly caller?: () => string;
  /** Asks the user about handwritten tools of an import. Without it they are stripped. */
  readonly reviewImport?: (found: readonly FoundTool[]) => unknown;
}

const SERVICES = {
  chat: ['current', 'length', 'read', 'apply'],
  llm: ['complete'],
  notify: [],
  clipboard: ['writeText'],
  fetch: [],
  memory: ['current'],
} as const satisfies { readonly [name in keyof Services]-?: readonly string[] };

type Keys<T> = { readonly [key in keyof Required<T>]: unknown };

/** Every option, with the keys of those whose keys are a fixed list. */
const OPTIONS = {
  assets: assetsOf(),
  policy: { requireWalls: 0, frames: 0, forbid: 0, maxScope: 0, allowSkip: 0 } satisfies Keys<HostOptions['policy']>,
  freshState: 0,
  spareWorkers: 0,
  limits: LIMITS,
  skills: SKILL_LIMITS,
  store: 0,
  storage: 0,
  embeddings: 0,
  services: SERVICES,
  capabilities: null,
  context: 0,
  bridge: 0,
  caller: 0,
  reviewImport: 0,
} satisfies Keys<HostOptions>;

const FRAMES = ['served', 'srcdoc'] as const;

const bad = (what: string) => new BulkheadError('BAD_ARGS', what);

/** @throws `BAD_ARGS` naming what may be in a list. */
function among(what: string, given: unknown, known: readonly unknown[]): void {
  if (!Array.isArray(given) || !given.every((one) => known.includes(one))) {
    throw bad(`${what} of ${known.join(', ')}; got ${given}`);
  }
}

/** @throws `BAD_ARGS` naming a key that is not known, and the nearest that is. */
export function checkKeys(given: object, known: object, where: string): void {
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(known, key)) throw bad(unknownKey(where, key, Object.keys(known)));
    const inner = known[key as keyof typeof known];
    if (inner === 0 || where !== 'createHost') continue;
    if (typeof value !== 'object' || value === null)
      throw bad(`${key} must be an object; got ${value}${key === 'assets' ? ': pass assetsAt(…)' : ''}`);
    if (inner) checkKeys(value, inner, key);
  }
}

/** @throws `BAD_ARGS` naming the option that is wrong. */
export function checkHostOptions(options: HostOptions) {
  checkKeys(options, OPTIONS, 'createHost');
  const { limits, policy, services, capabilities, freshState, spareWorkers, skills, store, storage } = options;
  if (storage !== undefined && (store !== undefined || !storage?.keyValue || !storage.log)) {
    throw bad('storage: { keyValue, log }, without store');
  }
  const { frames = FRAMES, requireWalls = [] } = policy ?? {};
  among('policy.frames: a list', frames, FRAMES);
  among('policy.requireWalls: a list', requireWalls, [1, 2, 3, 4, 5]);
  among('freshState: one', [freshState ?? 'call'], ['call', 'guest']);
  among('spareWorkers: one', [spareWorkers ?? 0], [0, 1]);
  checkObjects(services, capabilities);
  try {
    return {
      ...{ frames, requireWalls, limits: mergeLimits<Limits>(LIMITS, limits) },
      skillLimits: mergeLimits(SKILL_LIMITS, skills, 'skills'),
    };
  } catch (cause) {
    throw bad((cause as Error).message);
  }
}

/** @throws `BAD_ARGS` for a service, or an offer of the page's own, that cannot be what it should be. */
function checkObjects(services: object = {}, capabilities: object = {}): void {
  for (const [name, service] of Object.entries(services)) {
    const methods: readonly string[] = SERVICES[name as keyof Services] ?? [];
    const functions = methods.length === 0 ? [service] : methods.map((method) => Object(service)[method]);
    if (service !== undefined && functions.some((one) => typeof one !== 'function')) {
      const rule = methods.length === 0 ? 'a function' : `{ ${methods.join(', ')} }`;
      throw bad(`services.${name} must be ${rule}; got ${typeof service}`);
    }
  }
  for (const [group, provider] of Object.entries(capabilities)) {
    const { mode, open } = Object(provider) as { mode?: unknown; open?: unknown };
    if (!['read', 'write'].includes(mode as string) || typeof open !== 'function') {
      throw bad(`capabilities.${group} must be { mode: 'read' or 'write', open }`);
    }
  }
}
