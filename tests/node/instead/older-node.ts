// Node 20 has no `Promise.withResolvers`; the browsers of the tests have it.
Promise.withResolvers ??= function withResolvers<T>(): PromiseWithResolvers<T> {
  let [resolve, reject]: [PromiseWithResolvers<T>['resolve'], PromiseWithResolvers<T>['reject']] = [() => {}, () => {}];
  const promise = new Promise<T>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject };
};
