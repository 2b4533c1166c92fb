import * as z from 'zod/mini';
import type { ErrorData } from './errors.js';
import { answer, type Checker } from './shape.js';

z.config({ jitless: true });

/** The methods of one worker. Each takes one input object, then an abort signal. */
export type Contract = {
  readonly [method: string]: { readonly input: Checker<unknown>; readonly output: Checker<unknown> };
};

/** A method whose input has these fields. What our own code answers is not checked; by default it is `null`. */
export const method = <const F extends z.core.$ZodLooseShape, T = null>(fields: F, output: Checker<T> = answer()) => ({
  input: z.object(fields),
  output,
});

type Given<S> = S extends z.ZodMiniType ? z.input<S> : S extends Checker<infer T> ? T : never;
type Checked<S> = S extends z.ZodMiniType ? z.output<S> : S extends Checker<infer T> ? T : never;

/** What a caller gives, what the method gets of it once it was checked, and what it answers. */
export type Input<C extends Contract, M extends keyof C> = Given<C[M]['input']>;
export type Parsed<C extends Contract, M extends keyof C> = Checked<C[M]['input']>;
export type Output<C extends Contract, M extends keyof C> = Checked<C[M]['output']>;

/** The form in which an answer crosses. A failure is a value too, because a thrown error would lose its code. */
export type Reply<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorData };
