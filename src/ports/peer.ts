import type { WithDispose } from '../../worker/protocol/disposable.js';
import { BulkheadError, fromErrorData } from '../../worker/protocol/errors.js';
import type { PeerContract } from '../../worker/protocol/peer.js';
import type { CallOutcome, LogLine } from '../../worker/protocol/tool.js';
import { type Connection, connect } from '../../worker/rpc/connect.js';
import { type Server, serveMethods } from '../../worker/rpc/serve.js';
import type { Owner } from '../contracts/index.js';
import type { CallOptions, Executor, Phase } from '../isolation/guests/index.js';
import { readEvent, readOutcome, STRIKING, strangersError } from '../isolation/guests/index.js';
import { after, awakeTimeout, notify } from '../primitives/index.js';
import { OpenCalls } from '../tools/calls/index.js';
import { type ConnectOptions, type PeerParts, peerMethods } from './peer-methods.js';

/** An extension in another realm, as the host sees it. */
export interface Peer extends WithDispose {
  readonly owner: string;
  readonly connected: boolean;
  /** Resolves with the reason when the extension is cut off or leaves. */
  readonly closed: Promise<BulkheadError>;
  /** Removes its tools, rejects its calls and sends it the reason. */
  disconnect(): void;
}

/** One live extension. After its end it can only connect again over another port. */
export class PeerLink implements Executor, Peer {
  readonly owner: string;
  readonly closed: Promise<BulkheadError>;
  readonly #identity: Owner;
  readonly #parts: PeerParts;
  readonly #connection: Connection<PeerContract>;
  readonly #server: Server;
  readonly #port: MessagePort;
  readonly #open: OpenCalls;
  readonly #running = new Map<number, { readonly options: CallOptions; lines: number }>();
  #resolveClosed: (error: BulkheadError) => void = () => {};
  #ended: BulkheadError | undefined;
  #calls = 0;
  #beat = 0;
  #strikes = 0;
  #cancelWatch: () => void = () => {};

  constructor(port: MessagePort, calls: MessagePort, options: ConnectOptions, parts: PeerParts) {
    const { credits } = parts.limits;
    this.owner = options.owner;
    this.#identity = { kind: 'port', owner: options.owner };
    this.#parts = parts;
    this.#port = port;
    this.#open = new OpenCalls(parts.changed);
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    const onViolation = (error: BulkheadError) => this.end(error);
    this.#connection = connect<PeerContract>(calls, {
      credits,
      readError: strangersError,
      abandonMs: parts.limits.graceMs,
      onViolation,
      onPong: () => this.#listen(),
      onEvent: (data) => this.#onEvent(data),
    });
    const methods = peerMethods(this.#identity, options, parts, this, () => this.#strike('TOO_MANY_TOOLS'));
    this.#server = serveMethods(methods, port, {
      bears: credits,
      credits,
      onViolation,
      onClose: (reason) =>
        this.end(new BulkheadError('WORKER_LOST', `${options.owner} left: ${fromErrorData(reason).message}`)),
    });
    this.#ping();
  }

  get connected(): boolean {
    return this.#ended === undefined;
  }

  get openCalls(): number {
    return this.#open.count;
  }

  async execute(tool: string, phase: Phase, args: string, options: CallOptions): Promise<CallOutcome> {
    const { limits } = this.#parts;
    if (this.#ended) throw this.#ended;
    if (this.#open.count >= limits.callsAtOnce + limits.callsWaiting) {
      throw new BulkheadError('TOO_MANY_CALLS', `${this.#open.count} calls of ${this.owner} are open already`);
    }
    const call = ++this.#calls;
    const context = options.context?.text() ?? '';
    this.#running.set(call, { options, lines: 0 });
    const wallMs = () => performance.now() - options.startedAt;
    try {
      const input = { call, tool, phase, args, context, resultBytes: limits.resultBytes };
      const outcome = await this.#open.run(tool, options, async (signal) =>
        readOutcome(await this.#connection.call('call', input, signal)),
      );
      this.#log(call, outcome.log);
      this.#judge(outcome.error);
      return { ...outcome, usage: { ...outcome.usage, wallMs: wallMs() } };
    } catch (error) {
      if (error instanceof BulkheadError && !options.signal?.aborted) this.#judge(error);
      throw error;
    } finally {
      this.#running.delete(call);
    }
  }

  /** Rejects the open calls. The extension stays connected. */
  stop(error: BulkheadError): void {
    this.#open.end(error);
  }

  disconnect(): void {
    this.end(new BulkheadError('STOPPED', 'the host disconnected'));
  }

  [Symbol.dispose](): void {
    this.disconnect();
  }

  /** Cuts the extension off. After that, nothing it has sent or sends has an effect. */
  end(error: BulkheadError): void {
    if (this.#ended) return;
    this.#ended = error;
    this.#cancelWatch();
    this.#parts.registry.drop(this);
    this.#open.end(error);
    this.#connection.close(error, true);
    this.#server.close();
    this.#port.close();
    this.#parts.onClosed(this);
    this.#resolveClosed(error);
  }

  #onEvent(data: unknown): void {
    // The call is looked up first, so that messages of no call are not read.
    if (!this.#running.has(Number((data as { call?: unknown } | null)?.call))) return;
    const event = readEvent(data);
    if (!event) return;
    this.#log(event.call, event.log ?? []);
    if (event.progress) notify(this.#running.get(event.call)?.options.onProgress, event.progress);
  }

  #log(call: number, lines: readonly LogLine[]): void {
    const running = this.#running.get(call);
    for (const line of lines) {
      if (!running || running.lines >= this.#parts.limits.logLines) return;
      running.lines += 1;
      notify(running.options.onLog, line);
    }
  }

  /** Counts failures in a row. An extension that never answers is cut off at the threshold. */
  #judge(error: Pick<BulkheadError, 'code' | 'message'> | undefined): void {
    if (error?.code === 'PROTOCOL_VIOLATION') this.end(new BulkheadError(error.code, error.message));
    else if (!error || !STRIKING.includes(error.code)) this.#strikes = 0;
    else this.#strike(error.code);
  }

  #strike(why: string): void {
    this.#strikes += 1;
    if (this.#strikes < this.#parts.limits.strikes) return;
    this.end(
      new BulkheadError(
        'PLUGIN_STRUCK',
        `${this.owner}: cut off after ${this.#strikes} failures in a row, the last: ${why}`,
      ),
    );
  }

  /** Pings the extension. A dead port is not reported, so silence counts as its end. */
  #ping(): void {
    this.#connection.ping(++this.#beat);
    const silent = new BulkheadError('WORKER_LOST', `${this.owner} does not answer any more`);
    this.#cancelWatch = awakeTimeout(this.#parts.limits.silenceMs, () => this.end(silent));
  }

  #listen(): void {
    this.#cancelWatch();
    this.#cancelWatch = after(this.#parts.limits.silenceMs / 4, () => this.#ping());
  }
}
