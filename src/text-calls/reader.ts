import type { WithDispose } from '../../worker/protocol/disposable.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Material, ReadIn, SoughtCall } from '../../worker/protocol/quotations.js';
import type {
  CallPrompt,
  DialectId,
  ParsedMessage,
  PromptLanguage,
  ScanOptions,
  TextCallEvent,
  TextCallsContract,
  TextTool,
} from '../../worker/protocol/text-calls.js';
import type { Asset } from '../assets/index.js';
import type { ConfirmQuotation, ToolInfo } from '../contracts/index.js';
import type { AskList } from '../questions/index.js';
import type { ToolRegistry } from '../tools/index.js';
import { openService, type Service } from '../workers/index.js';

/** One text that is read while it arrives. */
export interface TextScan extends WithDispose {
  /**
   * Reads on. Chunks may be given without waiting: they are read in the order given.
   * @returns what is certain by now. @throws `WORKER_LOST`, `BAD_ARGS` once it is over.
   */
  feed(chunk: string): Promise<readonly TextCallEvent[]>;
  /** The text is over. @returns the rest. @throws as `feed` does. */
  end(): Promise<{ readonly events: readonly TextCallEvent[]; readonly dialect: DialectId | null }>;
  /** Forgets it; silent when it is over. */
  close(): void;
}

/** What a prompt is made of. */
export interface PromptOptions {
  readonly dialect: DialectId;
  readonly tools: readonly TextTool[];
  readonly language?: PromptLanguage;
  /** What the system text may take, by estimate. Default: 2,000. */
  readonly budgetTokens?: number;
}

/** Reads the calls in models' texts, and writes the instructions for calling, in a worker. */
export interface TextCalls {
  /** A whole text at once. @throws `WORKER_LOST`, `BAD_ARGS`, or the signal's reason. */
  parse(text: string, options?: Partial<ScanOptions>, signal?: AbortSignal): Promise<ParsedMessage>;
  /** A text that arrives in pieces. */
  open(options?: Partial<ScanOptions>): TextScan;
  /** Where calls stand in what has come in: `null` for one that stands nowhere. @throws `WORKER_LOST`, or the signal's reason. */
  quotations(
    calls: readonly SoughtCall[],
    material: readonly Material[],
    signal?: AbortSignal,
  ): Promise<readonly (ReadIn | null)[]>;
  /** Asks the user about a call that stands there; a host's own does so by `host.asks`. Without it such calls are refused. */
  readonly askAbout?: ConfirmQuotation;
  /** @throws `WORKER_LOST`, `BAD_ARGS`, or the signal's reason. */
  prompt(options: PromptOptions, signal?: AbortSignal): Promise<CallPrompt>;
}

const BUDGET_TOKENS = 2_000;
const scanOptions = ({ dialect = 'auto', ...rest }: Partial<ScanOptions>) => ({
  ...rest,
  dialect,
  ...(rest.tools && { tools: rest.tools.map(plainTool) }),
});

/** What crosses of a tool, whatever else its object has. */
const plainTool = ({ name, description, parameters }: TextTool): TextTool => ({
  name,
  ...(description !== undefined && { description }),
  ...(parameters !== undefined && { parameters }),
});

/** The page's side of the text-call worker, which starts with the first text. */
export class TextCallReader implements TextCalls {
  readonly #service: Service<TextCallsContract>;
  /** How many workers have been lost: the next one counts its scans from the beginning, and knows none of theirs. */
  #lost = 0;

  readonly askAbout?: ConfirmQuotation;

  /** `asking`: of a host, which asks about calls that were read elsewhere. */
  constructor(asset: Asset, asking?: ConfirmParts) {
    if (asking) this.askAbout = confirmByAsking(asking);
    this.#service = openService({
      ...{ asset, what: 'the text-call worker', code: 'WORKER_LOST', start: {} },
      onLost: () => {
        this.#lost += 1;
      },
    });
  }

  async parse(text: string, options: Partial<ScanOptions> = {}, signal?: AbortSignal): Promise<ParsedMessage> {
    signal?.throwIfAborted();
    return this.#service.call('parse', { text: String(text), options: scanOptions(options) }, signal);
  }

  open(options: Partial<ScanOptions> = {}): TextScan {
    let over = false;
    const lost = this.#lost;
    const opened = this.#service.call('open', scanOptions(options));
    // The next read reports it.
    opened.catch(() => {});
    const within = async <T>(work: (scan: number) => Promise<T>): Promise<T> => {
      if (over) throw new BulkheadError('BAD_ARGS', 'this scan is over');
      const { scan } = await opened;
      if (lost !== this.#lost) throw new BulkheadError('WORKER_LOST', 'the worker that read this text is gone');
      return work(scan);
    };
    const close = () => {
      if (over) return;
      over = true;
      opened.then(({ scan }) => lost === this.#lost && this.#service.call('drop', { scan })).catch(() => {});
    };
    return {
      feed: (chunk) => within((scan) => this.#service.call('feed', { scan, chunk })),
      end: () =>
        within((scan) => {
          over = true;
          return this.#service.call('end', { scan });
        }),
      close,
      [Symbol.dispose]: close,
    };
  }

  async prompt(options: PromptOptions, signal?: AbortSignal): Promise<CallPrompt> {
    signal?.throwIfAborted();
    const { dialect, tools, language = 'en', budgetTokens = BUDGET_TOKENS } = options;
    return this.#service.call('prompt', { dialect, tools: tools.map(plainTool), language, budgetTokens }, signal);
  }

  async quotations(calls: readonly SoughtCall[], material: readonly Material[], signal?: AbortSignal) {
    signal?.throwIfAborted();
    return (await this.#service.call('quotations', { calls: [...calls], material: [...material] }, signal)).found;
  }

  close(): void {
    this.#service.close();
  }
}

/** The parts of a host that asking needs: its list of questions, and its registry. */
interface ConfirmParts {
  readonly asks: Pick<AskList, 'ask'>;
  readonly registry: Pick<ToolRegistry, 'get'>;
}

/** Asks by a host's own questions. A name that the registry does not have is a tool of the page's own agent. */
const confirmByAsking =
  ({ asks, registry }: ConfirmParts): ConfirmQuotation =>
  async ({ name, arguments: args, readIn }, { signal }) => {
    const tool = registry.get(name)?.info ?? agentTool(name);
    const { scope } = await asks.ask(
      {
        ...{ kind: 'call', plugin: { id: tool.owner }, tool, args, readIn },
        ...{ destructive: false, sendsTo: [], scopes: [{ kind: 'call' }] },
      },
      signal,
    );
    return scope !== null;
  };

const agentTool = (name: string): ToolInfo => ({
  ...{ name, displayName: name, description: '', parameters: {}, mode: 'write', hasSimulate: false },
  ...{ owner: 'page', kind: 'page', source: 'extension' },
});
