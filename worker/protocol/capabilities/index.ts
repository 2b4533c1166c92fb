import { chatRead } from './chat-read.js';
import { chatWrite } from './chat-write.js';
import { clipboardWrite } from './clipboard-write.js';
import type { Descriptor } from './descriptor.js';
import { llm } from './llm.js';
import { memoryRead } from './memory-read.js';
import { memoryWrite } from './memory-write.js';
import { net } from './net.js';
import { notify } from './notify.js';
import { store } from './store.js';
import { toolCall } from './tool-call.js';

export type { Descriptor, Facts, Field, ItemKind } from './descriptor.js';

/** Everything that a plugin may ask for, in the order of the documents. */
export const CAPABILITIES = [
  store,
  net,
  chatRead,
  chatWrite,
  memoryRead,
  memoryWrite,
  toolCall,
  llm,
  notify,
  clipboardWrite,
] as const satisfies readonly Descriptor[];

type Known = (typeof CAPABILITIES)[number];
/** Name of a capability in the manifest. */
export type Cap = Known['cap'];
/** The descriptor of one capability. */
export type DescriptorOf<C extends Cap> = Extract<Known, { readonly cap: C }>;
/** Name of a field that some permission has. */
export type PermissionField = { [C in Cap]: keyof DescriptorOf<C>['fields'] }[Cap];
/** The requests of a guest, as `group.method`. */
export type GuestRequest = { [C in Cap]: keyof DescriptorOf<C>['methods'] }[Cap];
type FieldOf<D> = D extends { readonly fields: infer F } ? F[keyof F] : never;
type Inner<T> = T extends unknown ? T[keyof T] : never;
/** Keys of the sentences about permissions, and of what narrows them. */
export type SentenceKey =
  | Known['texts']['sentence']
  | Inner<Extract<Known['texts'], { readonly sentenceWith: object }>['sentenceWith']>
  | Extract<FieldOf<Known>, { readonly narrows: string }>['narrows'];
/** Kinds of effects that simulations record for a capability. */
export type EffectKind = Known['effects'][number]['kind'];
/** Capabilities whose display needs more than their text. */
export type ShapedEffectKind = Exclude<Known['effects'][number], { readonly text: string }>['kind'];
/** Names of the capabilities that the broker, the memory worker or the page answers. */
export type ServedBy<S extends Descriptor['servedBy']> = Extract<Known, { readonly servedBy: S }>['cap'];
type AfterDot<C> = C extends `${string}.${infer Name}` ? Name : never;
/** The rights over a memory by their names: `read` of `memory.read`. */
export type MemoryRightName = AfterDot<ServedBy<'memory'>>;
/** Groups of `ctx` that a guest can ask. */
export type GuestGroup = GuestRequest extends infer R ? (R extends `${infer G}.${string}` ? G : never) : never;
/** Groups that the page itself answers. */
export type PageGroup = Extract<Extract<Known, { readonly servedBy: 'page' }>['group'], GuestGroup>;
/** Groups whose part of `ctx` is itself a function. */
export type BareGroup = Extract<Known, { readonly bare: true }>['group'];

/** A method of HTTP that a plugin may ask for. */
export type Method = keyof (typeof net)['httpMethods'];
/** Methods of HTTP that a plugin may ask for. */
export const METHODS = Object.keys(net.httpMethods) as readonly Method[];
