/**
 * Has `[Symbol.dispose]`, so that `using` ends it, where the TypeScript `lib` of the project knows that symbol. With an older
 * `lib` it has no such member, and the types of the package compile there as well.
 */
export type WithDispose = SymbolConstructor extends { readonly dispose: infer S extends symbol }
  ? { readonly [K in S]: () => void }
  : object;

/** The same for `[Symbol.asyncDispose]` and `await using`. */
export type WithAsyncDispose = SymbolConstructor extends { readonly asyncDispose: infer S extends symbol }
  ? { readonly [K in S]: () => Promise<void> }
  : object;
