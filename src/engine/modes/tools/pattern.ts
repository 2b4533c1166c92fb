import { within } from '../../../../worker/primitives/timers.js';
import { untilAborted } from '../../../../worker/primitives/until-aborted.js';
import type { PatternAnswer, PatternAsk, PatternLine } from '../../../../worker/protocol/pattern.js';
import { type Asset, assetChecks } from '../../../assets/index.js';
import { ToolFailure } from './spec.js';

/** Looks for a pattern without holding up the page. */
export interface Matcher {
  /** @throws `PATTERN_INVALID`, `TOOL_TIMEOUT`, `WORKER_LOST`; the signal's reason. */
  match(ask: PatternAsk, signal: AbortSignal | undefined): Promise<{ lines: readonly PatternLine[]; more: boolean }>;
}

/** A pattern that takes longer never ends. */
const DEADLINE_MS = 2_000;

/** Each search has a worker of its own, which ends with it: a pattern that never ends costs nobody else anything. */
export function workerMatcher(worker: Asset | (() => Worker), deadlineMs = DEADLINE_MS): Matcher {
  const start = typeof worker === 'function' ? worker : () => startWorker(worker);
  return {
    async match(ask, signal) {
      signal?.throwIfAborted();
      const one = await start();
      try {
        const found = new Promise<PatternAnswer>((resolve, reject) => {
          one.onmessage = ({ data }: MessageEvent<PatternAnswer>) => resolve(data);
          one.onerror = (event) => {
            event.preventDefault();
            reject(new ToolFailure(`the search could not start: ${event.message}`, 'WORKER_LOST', ''));
          };
          one.postMessage(ask);
        });
        const answer = await within(deadlineMs, untilAborted(found, signal), () => tooSlow(deadlineMs));
        if ('error' in answer) throw new ToolFailure(answer.error, 'PATTERN_INVALID', 'Correct the pattern.');
        return answer;
      } finally {
        one.terminate();
      }
    },
  };
}

async function startWorker(asset: Asset): Promise<Worker> {
  const { checkAsset, surroundings, workerUrl } = await assetChecks();
  return surroundings.startWorker(workerUrl(await checkAsset(asset, 'worker')));
}

const tooSlow = (ms: number) =>
  new ToolFailure(`the search took longer than ${ms} ms`, 'TOOL_TIMEOUT', 'Search for plain words instead.');
