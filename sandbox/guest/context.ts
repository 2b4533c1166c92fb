import type { AbortSignal } from './abort.js';
import { type Groups, mergeGroups } from './capabilities.js';
import {
  create,
  defineProperty,
  freeze,
  has,
  keys,
  MapClass,
  mapSet,
  parse,
  push,
  SetClass,
  setAdd,
  setForEach,
  setHas,
  stringify,
} from './primordials.js';

/** What the host tells of the run a call is part of, as JSON. */
export interface ContextText {
  /** Fields of the host's own context, for this reader. */
  readonly snapshot?: { readonly [name: string]: unknown };
  readonly run?: {
    readonly activatedEntryKeys: readonly string[];
    /** Name and mode of each handwritten tool of the run. */
    readonly customTools: readonly (readonly [name: string, mode: string])[];
    readonly visibleSkills: unknown;
    readonly openNotes: unknown;
    /** What a handwritten tool signs its calls of other tools with. */
    readonly token?: string;
  };
}

export interface Context {
  readonly ctx: object;
  /** True in a run, where a result is for a model, which has room for its beginning at most. */
  readonly inRun: boolean;
  /** JSON text of the entry keys that the call has added, or nothing when there are none. */
  readonly activated: () => string | undefined;
}

const KEYS = 1_000;
const KEY_CHARS = 500;

/**
 * The `ctx` of a call that is told nothing of page and run, and what that of any other inherits: the guest API over the
 * capability groups. `signal` is made when somebody asks for it: most tools do not.
 */
export function makePlain(
  groups: Groups,
  api: { readonly [name: string]: unknown },
  signal: () => AbortSignal,
): object {
  const plain = create(groups);
  put(plain, api);
  defineProperty(plain, 'signal', { get: signal, enumerable: true });
  return freeze(plain);
}

function put(target: object, fields: { readonly [name: string]: unknown }): void {
  const names = keys(fields);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    defineProperty(target, name, { value: fields[name], enumerable: true, configurable: true, writable: true });
  }
}

/**
 * The second argument of a tool that is told more: over the plain one the snapshot, where it does not name a part of the guest API, on
 * which a tool relies; then the `__` fields of a run.
 */
export function makeContext(
  text: string,
  plain: object,
  signal: () => AbortSignal,
  request: (method: string, args: unknown) => Promise<unknown>,
  groups: Groups,
): Context {
  const ctx = create(plain) as { [name: string]: unknown };
  const { snapshot, run } = parse(text) as ContextText;
  if (snapshot) {
    mergeGroups(snapshot, groups);
    const names = keys(snapshot);
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      if (!has(plain, name)) put(ctx, { [name]: snapshot[name] });
    }
  }
  const before = new SetClass<unknown>();
  const now = new SetClass<unknown>();
  if (run) {
    for (let i = 0; i < run.activatedEntryKeys.length; i++) {
      setAdd(before, run.activatedEntryKeys[i]);
      setAdd(now, run.activatedEntryKeys[i]);
    }
    const custom = new MapClass<string, object>();
    for (let i = 0; i < run.customTools.length; i++) {
      const [name, mode] = run.customTools[i] as readonly [string, string];
      mapSet(custom, name, { name, mode });
    }
    put(ctx, {
      __lukerRun: freeze({ activatedEntryKeys: now, abortSignal: signal() }),
      __customToolRegistry: custom,
      // A handwritten tool asks its run; a plugin needs the user's grant to call tools of others.
      __invokeLoopTool: (name: unknown, args: unknown) =>
        run.token === undefined
          ? request('tools.call', { name, args })
          : request('run.invoke', { name, args, token: run.token }),
      __visibleSkillsForAgent: run.visibleSkills,
      __openNotes: run.openNotes,
    });
  }
  return {
    ctx: freeze(ctx),
    inRun: run !== undefined,
    activated() {
      const added: string[] = [];
      setForEach(now, (key) => {
        const fits = typeof key === 'string' && key.length <= KEY_CHARS && added.length < KEYS;
        if (fits && !setHas(before, key)) push(added, key);
      });
      return added.length === 0 ? undefined : stringify(added);
    },
  };
}
