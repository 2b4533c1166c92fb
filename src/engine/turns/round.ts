import { Semaphore } from '../../../worker/primitives/semaphore.js';
import { after } from '../../../worker/primitives/timers.js';
import { plainCopy } from '../base/plain-copy.js';
import { messageOf, toResult } from '../tools/result.js';
import { outcomeOf } from './outcomes.js';
import type { ParsedCall, ToolOutcome, TurnOptions, TurnTools } from './types.js';

const CONCURRENCY = 4;
const TIMEOUT_MS = 60_000;
const GRACE_MS = 1_000;

/** Makes all calls of an answer, neighbours at the same time. Failures are results. @throws the signal's reason, what an observer throws. */
export async function runCalls(
  calls: readonly ParsedCall[],
  session: string,
  tools: TurnTools,
  options: TurnOptions,
): Promise<ToolOutcome[]> {
  const outcomes: ToolOutcome[] = [];
  for (const group of groupsOf(calls, tools)) {
    for (const call of group) {
      options.signal?.throwIfAborted();
      options.onToolCall?.(call);
    }
    const slots = new Semaphore(Math.max(1, Math.floor(numberOf(options.concurrency, CONCURRENCY))));
    const done = await Promise.all(group.map((call) => slots.run(() => runCall(call, session, tools, options))));
    for (const outcome of done) {
      options.signal?.throwIfAborted();
      options.onToolResult?.(outcome);
    }
    outcomes.push(...done);
  }
  return outcomes;
}

function groupsOf(calls: readonly ParsedCall[], tools: TurnTools): ParsedCall[][] {
  const groups: ParsedCall[][] = [];
  let open: ParsedCall[] | undefined;
  for (const call of calls) {
    const alone = tools.runsAlone?.(call.name) === true;
    if (open && !alone) open.push(call);
    else groups.push([call]);
    open = alone ? undefined : (open ?? groups.at(-1));
  }
  return groups;
}

async function runCall(
  call: ParsedCall,
  session: string,
  tools: TurnTools,
  options: TurnOptions,
): Promise<ToolOutcome> {
  const { id, name, args } = call;
  const { signal } = options;
  const head = { toolCallId: id, toolName: name, args };
  const failed = (error: string) => outcomeOf({ ...head, success: false, data: null, error });
  try {
    // One that still waits for its turn when the user stops does not begin.
    signal?.throwIfAborted();
    if (call.refused !== undefined) return failed(`${name}: ${call.refused}`);
    if (call.malformed !== undefined) {
      return failed(`${name}: the arguments are no JSON object: ${call.malformed.slice(0, 200)}`);
    }
    const wrong = await tools.checkArguments?.(name, args);
    if (wrong !== undefined) return failed(wrong);
    const answer = await bounded(
      (own) =>
        // Its own to change: what was asked for stays what it was.
        tools.executeTool(name, plainCopy(args), {
          ...{ sessionId: session, toolCallId: id ?? undefined, toolName: name, signal: own },
        }),
      signal,
      numberOf(tools.timeoutOf?.(name) ?? options.toolTimeoutMs, TIMEOUT_MS),
      numberOf(options.graceMs, GRACE_MS),
    );
    const { success, data, error } = toResult(answer);
    const failure =
      error === undefined || error === null ? null : typeof error === 'string' ? error : JSON.stringify(error);
    return outcomeOf({ ...head, success, data: data ?? null, error: failure ?? null });
  } catch (error) {
    return failed(messageOf(error));
  }
}

const numberOf = (given: number | undefined, usual: number): number =>
  given === undefined || Number.isNaN(given) ? usual : given;

/** A timer that is set to more goes off at once. */
const LONGEST_MS = 2 ** 31 - 1;

class TimeUp extends Error {
  override readonly name = 'TimeoutError';
}

/** Runs something until the turn is aborted or its time is up, and leaves it behind after `graceMs`. @throws `TimeUp`, the signal's reason. */
async function bounded<T>(
  run: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal | undefined,
  timeoutMs: number,
  graceMs: number,
): Promise<T> {
  // It may have been aborted while the arguments were checked. The listener would not be called for that.
  signal?.throwIfAborted();
  const own = new AbortController();
  let leave: (reason: unknown) => void = () => {};
  const left = new Promise<never>((_, reject) => {
    leave = reject;
  });
  const cancels: (() => void)[] = [];
  const stop = (reason: unknown) => {
    own.abort(reason);
    cancels.push(after(Math.min(graceMs, LONGEST_MS), () => leave(reason)));
  };
  const aborted = () => stop(signal?.reason);
  signal?.addEventListener('abort', aborted, { once: true });
  if (timeoutMs <= LONGEST_MS) {
    const late = () => stop(new TimeUp(`no answer within ${timeoutMs / 1_000} s`));
    cancels.push(after(timeoutMs, late));
  }
  try {
    return await Promise.race([run(own.signal), left]);
  } finally {
    for (const cancel of cancels) cancel();
    signal?.removeEventListener('abort', aborted);
  }
}
