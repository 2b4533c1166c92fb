import * as z from 'zod/mini';

z.config({ jitless: true });

/** One change of a chat that a plugin requests. `index` counts from 0. */
export type ChatOperation =
  | {
      readonly op: 'append';
      readonly role: 'user' | 'assistant' | 'system';
      readonly name?: string | undefined;
      readonly text: string;
    }
  | { readonly op: 'edit'; readonly index: number; readonly text: string }
  | { readonly op: 'remove'; readonly index: number };

export const chatOperation = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('append'),
    role: z.enum(['user', 'assistant', 'system']),
    name: z.optional(z.string()),
    text: z.string(),
  }),
  z.strictObject({ op: z.literal('edit'), index: z.number(), text: z.string() }),
  z.strictObject({ op: z.literal('remove'), index: z.number() }),
]);
/** A state before and after a change, as stored JSON text. */
const sides = { before: z.optional(z.string()), after: z.optional(z.string()) };

/** One change of a chat's memory. `before` and `after` are stored JSON text; without `before` the item is new. */
export type MemoryChange =
  | {
      readonly what: 'node';
      readonly id: string;
      readonly before?: string | undefined;
      readonly after?: string | undefined;
    }
  | {
      readonly what: 'link';
      readonly from: string;
      readonly to: string;
      readonly relation: string;
      /** Titles of the two nodes, for people. */
      readonly fromTitle: string;
      readonly toTitle: string;
      readonly before?: string | undefined;
      readonly after?: string | undefined;
    };

export const memoryChange = z.discriminatedUnion('what', [
  z.object({ what: z.literal('node'), id: z.string(), ...sides }),
  z.object({
    what: z.literal('link'),
    from: z.string(),
    to: z.string(),
    relation: z.string(),
    fromTitle: z.string(),
    toTitle: z.string(),
    ...sides,
  }),
]);
/** One thing a simulated run would have done. */
export type Effect =
  /** A change of one key in the plugin's own store, as JSON text. Without `before` the key is new, without `after` it is deleted. */
  | {
      readonly kind: 'storage';
      readonly plugin: string;
      readonly key: string;
      readonly before?: string | undefined;
      readonly after?: string | undefined;
    }
  | { readonly kind: 'chat'; readonly plugin: string; readonly chat: string; readonly change: ChatOperation }
  | { readonly kind: 'memory'; readonly plugin: string; readonly chat: string; readonly change: MemoryChange }
  /** A request that was not sent. `bytes` is the size of its body. */
  | {
      readonly kind: 'net';
      readonly plugin: string;
      readonly method: string;
      readonly url: string;
      readonly bytes: number;
    }
  | { readonly kind: 'notify'; readonly plugin: string; readonly text: string }
  /** A text that was not copied; `tool`: which tool of the plugin would have. */
  | { readonly kind: 'clipboard'; readonly plugin: string; readonly tool: string; readonly text: string }
  /** Something that could not be simulated, in words. */
  | { readonly kind: 'unknown'; readonly plugin: string; readonly what: string };

export const effectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('storage'), plugin: z.string(), key: z.string(), ...sides }),
  z.object({ kind: z.literal('chat'), plugin: z.string(), chat: z.string(), change: chatOperation }),
  z.object({ kind: z.literal('memory'), plugin: z.string(), chat: z.string(), change: memoryChange }),
  z.object({ kind: z.literal('net'), plugin: z.string(), method: z.string(), url: z.string(), bytes: z.number() }),
  z.object({ kind: z.literal('notify'), plugin: z.string(), text: z.string() }),
  z.object({ kind: z.literal('clipboard'), plugin: z.string(), tool: z.string(), text: z.string() }),
  z.object({ kind: z.literal('unknown'), plugin: z.string(), what: z.string() }),
]);
/** Something that a simulated run has read. A commit fails as a whole if it has changed since. */
export type ReadMark =
  /** `revision` is the key's revision; 0 if there was no such key. */
  | { readonly kind: 'key'; readonly plugin: string; readonly key: string; readonly revision: number }
  /** The list of keys, or the size of the store. Concerns the whole store. */
  | { readonly kind: 'store'; readonly plugin: string; readonly revision: number }
  /** `text` is what was read, as JSON. */
  | {
      readonly kind: 'chat';
      readonly chat: string;
      readonly from: number;
      readonly to: number;
      readonly text: string;
    }
  /** Any part of a chat's memory. `state` changes with every change of the memory. */
  | { readonly kind: 'memory'; readonly chat: string; readonly state: string };

export const readMark = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), plugin: z.string(), key: z.string(), revision: z.number() }),
  z.object({ kind: z.literal('store'), plugin: z.string(), revision: z.number() }),
  z.object({ kind: z.literal('chat'), chat: z.string(), from: z.number(), to: z.number(), text: z.string() }),
  z.object({ kind: z.literal('memory'), chat: z.string(), state: z.string() }),
]);
/** Everything a simulated run would have done, as plain data. `host.tools.commit` applies it once. */
export interface Effects {
  readonly id: string;
  /** In the order of the run. A key appears once, with its last state. */
  readonly items: readonly Effect[];
  readonly reads: readonly ReadMark[];
  /** `true` if something could not be simulated. Such effects cannot be committed. */
  readonly unvalidated: boolean;
  /** Maps each store (`storage:<plugin>`, `chat`, `memory:<chat>`) to a jsondiffpatch delta of the change. */
  readonly deltas: { readonly [store: string]: unknown };
}
