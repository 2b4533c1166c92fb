import { BulkheadError } from '../../worker/protocol/errors.js';
import { type EngineToolRuntime, hostTools, type ToolOutcome } from '../engine/index.js';
import type { Host, LogLine, Progress, Usage } from '../index.js';
import type { ChatCall, KeptFailure } from './types.js';

const KEPT_LINES = 1_000;

/** A call that is being made. */
export interface OpenCall {
  readonly session: string;
  /** The model's name for it. */
  readonly call: string | null;
  readonly id: number;
  readonly stop: AbortController;
  /** What its tool threw. */
  thrown?: unknown;
  /** What its tool has answered. */
  answer?: { readonly value: unknown };
  update(change: Partial<ChatCall>): void;
}

/** The calls that are being made now. */
export class OpenCalls {
  readonly #open = new Map<number, OpenCall>();

  begin(about: Omit<OpenCall, 'stop'>): OpenCall {
    const open: OpenCall = { ...about, stop: new AbortController() };
    this.#open.set(open.id, open);
    return open;
  }

  /** The newest of this name. */
  find(session: string, call: string | null | undefined): OpenCall | undefined {
    return [...this.#open.values()].findLast((open) => open.session === session && open.call === (call ?? null));
  }

  end(id: number): void {
    this.#open.delete(id);
  }

  /** Stops one call; the model reads that it was stopped, and goes on. */
  stop(id: number): void {
    const why = new BulkheadError('STOPPED', 'the user has stopped this call', { stoppedBy: 'abort' });
    this.#open.get(id)?.stop.abort(why);
  }
}

/** The tools of a host for a session, without those that are `withheld`. A call of the chat reports its progress and can be stopped. */
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
      const listeners = listener(call);
      return hostTools({
        tools: {
          list,
          execute: async (tool, given, { signal } = {}) => {
            const stop = signal ? AbortSignal.any([signal, call.stop.signal]) : call.stop.signal;
            try {
              const answer = await host.tools.execute(tool, given, { signal: stop, ...listeners });
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
