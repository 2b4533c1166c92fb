import { BulkheadError } from '../../worker/protocol/errors.js';

/** Loads a part that a page may never need, once. @throws `ASSET_UNREACHABLE` when its file is not served beside the others. */
export function onDemand<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((cause) => {
      loaded = undefined;
      throw new BulkheadError('ASSET_UNREACHABLE', `a part was not loaded: ${cause}`, {}, { cause });
    });
    return loaded;
  };
}

/** Every method of `T`, none left out. A method that returns no promise cannot wait for the loading, so its type is `never`. */
export type MethodsOf<T> = {
  readonly [K in keyof T]-?: T[K] extends (...args: never[]) => infer Answer
    ? [Extract<Answer, Promise<unknown>>] extends [never]
      ? never
      : true
    : never;
};

/** The methods of what `open` resolves to; the first call of one of them opens it. */
export const later = <T extends object>(open: () => Promise<NoInfer<T>>, methods: MethodsOf<T>): T =>
  Object.fromEntries(
    Object.keys(methods).map((name) => [
      name,
      async (...args: never[]) => ((await open())[name as keyof T] as (...args: never[]) => unknown)(...args),
    ]),
  ) as T;
