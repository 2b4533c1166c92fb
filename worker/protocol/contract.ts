import * as z from 'zod/mini';
import type { ErrorData } from './errors.js';
import { answer, type Checker } from './shape.js';

z.config({ jitless: true });

/** The methods of one worker. Each takes one input object, then an abort signal. */
export type Contract = {
  readonly [method: string]: { readonly input: Checker<unknown>; readonly output: Checker<unknown> };
};

/** A method whose input has these fields. Outputs of our own code are not checked; the default is `null`. */
export const method = <const F extends z.core.$ZodLooseShape, T = null>(fields: F, output: Checker<T> = answer()) => ({
  input: z.object(fields),
  output,
});

type Given<S> = S extends z.ZodMiniType ? z.input<S> : S extends Checker<infer T> ? T : never;
type Checked<S> = S extends z.ZodMiniType ? z.output<S> : S extends Checker<infer T> ? T : never;

/** The types of a method: its given input, its checked input, and its output. */
export type Input<C extends Contract, M extends keyof C> = Given<C[M]['input']>;
export type Parsed<C extends Contract, M extends keyof C> = Checked<C[M]['input']>;
export type Output<C extends Contract, M extends keyof C> = Checked<C[M]['output']>;

/** The form in which an answer crosses. A failure is a value too, because a thrown error would lose its code. */
export type Reply<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorData };
