import type * as z from 'zod/mini';
import type { ErrorData } from './errors.js';

/** One worker's methods: each takes one input object, then an abort signal. */
export type Contract = { readonly [method: string]: { readonly input: z.ZodMiniType; readonly output: z.ZodMiniType } };

export type Input<C extends Contract, M extends keyof C> = z.input<C[M]['input']>;
export type Output<C extends Contract, M extends keyof C> = z.output<C[M]['output']>;

/** How an answer crosses: as a value either way, because a thrown error would lose its code. */
export type Reply<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorData };
