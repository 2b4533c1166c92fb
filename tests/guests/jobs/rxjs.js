import { concat, defer, from, interval, lastValueFrom, of, throwError, timer } from 'rxjs';
import {
  catchError,
  debounceTime,
  delay,
  groupBy,
  map,
  mergeMap,
  reduce,
  retry,
  scan,
  switchMap,
  take,
  toArray,
  zipWith,
} from 'rxjs/operators';

/** What a search box does: waits, cancels, tries again; with real timers. */
export default async function run() {
  const typed = concat(of('你'), of('你好').pipe(delay(5)), of('你好吗').pipe(delay(500)));
  const searched = typed.pipe(
    debounceTime(200),
    switchMap((text) => timer(1).pipe(map(() => `→${text}`))),
    toArray(),
  );
  let tries = 0;
  const flaky = defer(() => {
    tries += 1;
    return tries < 3 ? throwError(() => new Error(`try ${tries}`)) : of('done');
  });
  const words = from(['apple', '梨', 'avocado', 'banana', '李']).pipe(
    groupBy((word) => (/\p{Script=Han}/u.test(word) ? 'zh' : 'en')),
    mergeMap((group) => group.pipe(reduce((all, word) => [...all, word], [group.key]))),
    toArray(),
  );
  const counted = interval(2).pipe(
    take(5),
    scan((sum, n) => sum + n, 0),
    zipWith(of('a', 'b', 'c')),
    toArray(),
  );
  const failed = throwError(() => new Error('gone')).pipe(catchError((error) => of(error.message)));
  return {
    searched: await lastValueFrom(searched),
    flaky: [await lastValueFrom(flaky.pipe(retry(5))), tries],
    words: await lastValueFrom(words),
    counted: await lastValueFrom(counted),
    failed: await lastValueFrom(failed),
  };
}
