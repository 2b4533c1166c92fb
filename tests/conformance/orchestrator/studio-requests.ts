import { createPacer, requestLimits, requestTurn } from '../../../src/studio/base/requests.js';
import { keysOf, whole } from '../keys.js';
import { Check } from './text.js';
import type { Case, Play } from './types.js';

/** A clock of the test’s own: whoever waits makes it go on. */
function fakeClock() {
  let at = 0;
  let waiting: { readonly work: () => void; readonly due: number }[] = [];
  return {
    now: () => at,
    timer(work: () => void, ms: number) {
      const one = { work, due: at + ms };
      waiting = [...waiting, one];
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
    /** Goes on to the next that waits. */
    next() {
      const [first] = waiting.toSorted((a, b) => a.due - b.due);
      if (!first) return false;
      waiting = waiting.filter((one) => one !== first);
      at = Math.max(at, first.due);
      first.work();
      return true;
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** When requests begin that want to begin at these times; who still waits when all is stopped begins never. */
async function paced({ limit, wanted, abortAt }: Pace) {
  const clock = fakeClock();
  const pacer = createPacer(clock);
  const starts: number[] = [];
  const stop = new AbortController();
  const all = wanted.map(async (when) => {
    if (when > 0) await new Promise<void>((resolve) => clock.timer(resolve, when));
    await pacer.take(limit, stop.signal);
    starts.push(clock.now());
  });
  if (abortAt !== undefined) clock.timer(() => stop.abort(), abortAt);
  const ends = Promise.allSettled(all);
  await settled();
  while (clock.next()) await settled();
  const failed = (await ends).filter(({ status }) => status === 'rejected').length;
  return { starts, failed, aborted: stop.signal.aborted };
}

interface Pace {
  readonly limit: number;
  /** When each wants to begin. */
  readonly wanted: readonly number[];
  /** When all of them are stopped. */
  readonly abortAt: number | undefined;
}

const LIMIT = /rpm|per_?minute/i;
const REQUESTS = /request|count|call|times|at$/i;

/** A case about pace names its limit, and how many requests there are or when they want to begin. */
function paceOf(given: Case['given']): Pace | undefined {
  const keys = keysOf(given);
  const limit = keys.find((key) => LIMIT.test(key));
  const requests = keys.find((key) => REQUESTS.test(key) && key !== limit && key !== 'abortAt');
  if (limit === undefined || requests === undefined || 'outcomes' in given) return undefined;
  const wanted = whole(given[requests]);
  const abortAt = given.abortAt as number | undefined;
  const times = Array.isArray(wanted) ? wanted.map(Number) : Array<number>(Number(wanted)).fill(0);
  return { limit: Number(given[limit]), wanted: times, abortAt };
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

const STARTS = /start|begin|begun|sent|times|at$|first|second|third|fourth|fifth|last/i;

/** When requests began: all of them, or the one whose number is in the name of a key. */
const startsNamed = (expect: Case['expect'], starts: readonly number[]) =>
  Object.keys(expect)
    .filter((key) => STARTS.test(key))
    .map((key) => {
      const nth = ORDINALS.findIndex((word) => key.toLowerCase().includes(word));
      if (nth >= 0) return [key, starts[nth] ?? null];
      return [key, /last/i.test(key) ? (starts.at(-1) ?? null) : starts];
    });

/** What a request comes to, in the words of the vectors. */
const FAILURE = ['error', 'fail', 'failed', 'throw', 'throws'];
const FAILS = /throw|error|fail|network|timeout/;
const UNFIT = /^(invalid|empty|nothing|unknown)/;

/** One request of a studio that is tried again as often as its settings say. */
async function retried(given: Case['given']) {
  const outcomes = whole((given.outcomes ?? [given.outcome ?? 'invalid']) as readonly string[]);
  const controller = new AbortController();
  const reason = new Error('abort');
  let attempts = 0;
  const limits = requestLimits('retryMax' in given ? { toolCallRetryMax: given.retryMax } : given);
  const result = await requestTurn({
    ...{ ...limits, pacer: createPacer(), signal: controller.signal },
    async ask() {
      // What is said last goes on.
      const outcome = outcomes[attempts] ?? outcomes.at(-1) ?? 'invalid';
      attempts += 1;
      if (outcome === 'abort') controller.abort(reason);
      else if (FAILS.test(outcome)) throw new Error(outcome);
      else if (outcome !== 'ok' && !UNFIT.test(outcome)) throw new Error(`unknown: given.outcomes ${outcome}`);
      return outcome;
    },
    check: (outcome) => (outcome === 'ok' || outcome === 'abort' ? undefined : 'no call that can be made'),
  }).catch((error: unknown) => (error === reason ? 'abort' : 'error'));
  // Any word for a failure says the same.
  const told = new Check(result, (word: string) => (result === 'error' ? FAILURE.includes(word) : word === result));
  return { attempts, result: told, ok: result === 'ok', throws: result !== 'ok' };
}

/** Attempts of a request, and the pace of many. */
export const retries: Play = async ({ given, expect }) => {
  const pace = paceOf(given);
  if (!pace) return [{ variant: 'page', facts: await retried(given) }];
  const { starts, failed, aborted } = await paced(pace);
  const facts = {
    ...Object.fromEntries(startsNamed(expect, starts)),
    ...{ started: starts.length, attempts: starts.length, aborted: aborted && failed > 0 },
    // Whether any is rejected, or how many are.
    rejected: new Check(failed, (wanted: boolean | number) => wanted === failed || wanted === failed > 0),
    result: failed > 0 ? 'abort' : 'ok',
    throws: failed > 0,
  };
  return [{ variant: 'page', facts }];
};
