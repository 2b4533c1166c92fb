import { BulkheadError } from '../../worker/protocol/errors.js';
import { type EngineToolRuntime, hostTools, type ToolOutcome } from '../engine/index.js';
import type { Host, LogLine, Progress, Usage } from '../index.js';
import type { ChatCall, KeptFailure } from './types.js';

const KEPT_LINES = 1_000;

/** A call that is being made. */
export interface OpenCall {
  readonly stop: AbortController;
  /** What its tool threw. */
  thrown?: unknown;
  /** What its tool has answered. */
  answer?: { readonly value: unknown };
  update(change: Partial<ChatCall>): void;
}

/** The calls that are being made now, by their sessions and the models' names for them. */
export class OpenCalls {
  readonly #open = new Map<string, OpenCall>();
  readonly #ids = new Map<number, OpenCall>();

  begin(session: string, call: string | null, id: number, update: OpenCall['update']): OpenCall {
    const open: OpenCall = { stop: new AbortController(), update };
    this.#open.set(keyOf(session, call), open);
    this.#ids.set(id, open);
    return open;
  }

  find(session: string, call: string | null | undefined): OpenCall | undefined {
    return this.#open.get(keyOf(session, call));
  }

  end(session: string, call: string | null, id: number): void {
    this.#open.delete(keyOf(session, call));
    this.#ids.delete(id);
  }

  /** Stops one call; the model reads that it was stopped, and goes on. */
  stop(id: number): void {
    this.#ids
      .get(id)
      ?.stop.abort(new BulkheadError('STOPPED', 'the user has stopped this call', { stoppedBy: 'abort' }));
  }
}

const keyOf = (session: string, call: string | null | undefined): string => JSON.stringify([session, call]);

/**
 * The tools of a host: those of plugins run as guests, are asked about as ever, and tell their call how far they are. `withheld`:
 * names of those that are not for this session.
 */
export function chatTools(
  host: Pick<Host, 'tools'>,
  calls: OpenCalls,
  withheld: () => ReadonlySet<string>,
): EngineToolRuntime {
  const list = () => {
    const not = withheld();
    return not.size === 0 ? host.tools.list() : host.tools.list().filter(({ name }) => !not.has(name));
  };
  const plain = hostTools({ tools: { list, execute: (...given) => host.tools.execute(...given) } });
  return {
    ...plain,
    executeTool(name, args, context) {
      const call = context && calls.find(context.sessionId, context.toolCallId);
      if (!call) return plain.executeTool(name, args, context);
      const heard = listener(call);
      return hostTools({
        tools: {
          list,
          execute: async (tool, given, { signal } = {}) => {
            const stop = signal ? AbortSignal.any([signal, call.stop.signal]) : call.stop.signal;
            try {
              const answer = await host.tools.execute(tool, given, { signal: stop, ...heard });
              call.answer = { value: answer.value };
              call.update({ usage: answer.usage });
              return answer;
            } catch (error) {
              call.thrown = error;
              call.update(usageOf(error));
              throw error;
            }
          },
        },
      }).executeTool(name, args, context);
    },
  };
}

function listener({ update }: OpenCall) {
  const log: LogLine[] = [];
  let logDropped = 0;
  return {
    onProgress: (progress: Progress) => update({ progress }),
    onLog: (line: LogLine) => {
      if (log.length < KEPT_LINES) log.push(line);
      else logDropped += 1;
      update({ log: [...log], logDropped });
    },
  };
}

function usageOf(error: unknown): { readonly usage?: Usage } {
  const usage = error instanceof BulkheadError ? (error.details.usage as Usage | undefined) : undefined;
  return usage ? { usage } : {};
}

/** What a call came to, as its chip shows it. */
export function callEnd({ success, data, error }: ToolOutcome, thrown: unknown): Partial<ChatCall> {
  if (success) return { state: 'done', result: { value: data ?? undefined } };
  const failure = thrown ?? { code: 'TOOL_ERROR', message: error ?? '' };
  return { state: keptFailure(failure).code === 'STOPPED' ? 'stopped' : 'failed', failure };
}

/** What is kept of a failure. An abort of ours counts as `STOPPED`. */
export function keptFailure(thrown: unknown): KeptFailure {
  const { code, message, name } = Object(thrown) as { code?: unknown; message?: unknown; name?: unknown };
  if (name === 'AbortError') return { code: 'STOPPED', message: '' };
  return {
    code: typeof code === 'string' ? code : 'INTERNAL',
    message: typeof message === 'string' ? message : String(thrown),
  };
}
