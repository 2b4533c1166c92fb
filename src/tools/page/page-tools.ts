import type { WithDispose } from '../../../worker/protocol/disposable.js';
import { BulkheadError, specError } from '../../../worker/protocol/errors.js';
import { isReserved } from '../../../worker/protocol/reserved.js';
import { type CheckedSpec, checkSpec, type ToolSpec } from '../../../worker/protocol/spec.js';
import type { Progress } from '../../../worker/protocol/tool.js';
import type { AskFirst, ToolInfo } from '../../contracts/index.js';
import type { Executor } from '../../isolation/guests/index.js';
import { onDemand } from '../../primitives/index.js';
import type { Asking } from '../calls/index.js';
import type { ToolRegistry } from '../index.js';
import type { PageExecutor } from './page-tool.js';

/** The third argument of a function of the page: the call that it serves. */
export interface PageCall {
  /** Aborts when the caller aborts the call, or its deadline passes. */
  readonly signal: AbortSignal;
  log(...values: unknown[]): void;
  progress(progress: Progress): void;
}

/** A tool whose functions run in the page, with all of its privileges. Use it for trusted code only. */
export type PageToolSpec<Args = Record<string, unknown>> = ToolSpec<Args, Record<string, unknown>, PageCall>;

/** A registered tool of the page. */
export interface Registration extends WithDispose {
  readonly name: string;
  /** Removes the tool. Does nothing if it was removed or replaced already. */
  unregister(): void;
}

const parts = onDemand(() => import('./page-tool.js'));

/** Registers tools whose functions run in the page. */
export class PageTools {
  readonly #registry: ToolRegistry;
  readonly #changed: () => void;
  readonly #asking: Asking;
  #running: PageExecutor | undefined;

  constructor(registry: ToolRegistry, changed: () => void, asking: Asking) {
    this.#registry = registry;
    this.#changed = changed;
    this.#asking = asking;
  }

  get openCalls(): number {
    return this.#running?.openCalls ?? 0;
  }

  /** Rejects every open call. */
  end(error: BulkheadError): void {
    this.#running?.end(error);
  }

  /** Returns the executor of a spec's functions. `ask` says how its user is asked before a call. */
  executor(spec: CheckedSpec, ask?: readonly [AskFirst, ToolInfo]): Executor {
    return {
      execute: async (...call) => {
        const { PageExecutor } = await parts();
        this.#running ??= new PageExecutor(this.#changed, this.#asking);
        return this.#running.execute(spec, ask, ...call);
      },
    };
  }

  /** @throws the first check that fails: `SPEC_INVALID` … `NAME_RESERVED`, `NAME_TAKEN`, `SCHEMA_INVALID`. */
  register(spec: unknown, owner: string, source: ToolInfo['source'] = 'extension', ask?: AskFirst): Registration {
    if (typeof owner !== 'string' || owner === '')
      throw new BulkheadError('BAD_ARGS', `pass { owner: 'a-name' }; got ${owner === '' ? "''" : typeof owner}`);
    const bridge = source === 'st-bridge';
    const checked = checkSpec(spec, (name) => !bridge && isReserved(name, owner), specError);
    const { name } = checked.declaration;
    const info: ToolInfo = { ...plain(checked.declaration), kind: 'page', owner, source };
    const executor = this.executor(checked, ask && [ask, info]);
    this.#registry.put(info, executor, ask);
    const unregister = () => this.#registry.drop(executor);
    return { name, unregister, [Symbol.dispose]: unregister };
  }
}

/** Returns a copy that the author of the spec cannot change. */
function plain<T extends { readonly name: string }>(declaration: T): T {
  try {
    return JSON.parse(JSON.stringify(declaration)) as T;
  } catch (cause) {
    throw new BulkheadError('SCHEMA_INVALID', `${declaration.name}: parameters must be JSON`, {}, { cause });
  }
}
