import { type Groups, mergeGroups } from './capabilities.js';
import {
  create,
  defineProperty,
  freeze,
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

/** The host's description of the run a call is part of, as JSON. */
export interface ContextText {
  /** Fields of the host's own context, for this reader. */
  readonly snapshot?: { readonly [name: string]: unknown };
  readonly run?: {
    /** The field of `ctx` that holds the entry keys and the signal. */
    readonly field: string;
    readonly activatedEntryKeys: readonly string[];
    /** Name and mode of each handwritten tool of the run. */
    readonly customTools: readonly (readonly [name: string, mode: string])[];
    readonly visibleSkills: unknown;
    readonly openNotes: unknown;
    /** Identifies a handwritten tool in its calls of other tools. */
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

/** The fields of every `ctx`: functions of the guest API, and the signal, made at its first use. */
export interface Shared {
  readonly groups: Groups;
  readonly functions: { readonly [name: string]: unknown };
  readonly signal: () => object;
  readonly request: (method: string, args: unknown) => Promise<unknown>;
}

/** The `ctx` of a call without context of page and run. It is always the same object, because it holds nothing of a call. */
export function makePlain({ groups, functions, signal }: Shared): Context {
  const ctx = create(groups);
  put(ctx, functions);
  putSignal(ctx, signal);
  return { ctx: freeze(ctx), inRun: false, activated: () => undefined };
}

const putSignal = (ctx: object, signal: () => object) =>
  defineProperty(ctx, 'signal', { get: signal, enumerable: true, configurable: true });

function put(target: object, fields: { readonly [name: string]: unknown }): void {
  const names = keys(fields);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    defineProperty(target, name, { value: fields[name], enumerable: true, configurable: true, writable: true });
  }
}

/** The `ctx` of any other call: over the capabilities the snapshot, then the guest API, then the `__` fields of a run. */
export function makeContext(text: string, { groups, functions, signal, request }: Shared): Context {
  const ctx = create(groups);
  const { snapshot, run } = parse(text) as ContextText;
  if (snapshot) {
    mergeGroups(snapshot, groups);
    put(ctx, snapshot);
  }
  put(ctx, functions);
  putSignal(ctx, signal);
  const before = new SetClass<unknown>();
  const now = new SetClass<unknown>();
  if (run) {
    for (let i = 0; i < run.activatedEntryKeys.length; i++) {
      setAdd(before, run.activatedEntryKeys[i]);
      setAdd(now, run.activatedEntryKeys[i]);
    }
    const custom = new MapClass<string, object>();
    for (let i = 0; i < run.customTools.length; i++) {
      // Taken by its places: an array's iterator may be the plugin's.
      const tool = run.customTools[i] as readonly [name: string, mode: string];
      mapSet(custom, tool[0], { name: tool[0], mode: tool[1] });
    }
    put(ctx, {
      [run.field]: freeze({ activatedEntryKeys: now, abortSignal: signal() }),
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
