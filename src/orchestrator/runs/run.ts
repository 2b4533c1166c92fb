import { MODES, type OrchestrationMode } from '../../../worker/protocol/card-lists.js';
import type { Effects } from '../../../worker/protocol/effects.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { BUILTIN_TOOLS } from '../../../worker/protocol/reserved.js';
import { RUN_FIELD } from '../../engine/internal-compat.js';
import { notify } from '../../primitives/index.js';
import type { Simulation } from '../../simulation/index.js';
import type { ToolEntry } from '../../tools/index.js';
import { FINALIZE, isBuiltinEnabled, isExtensionToolEnabled, type ToolSchema, toSchema } from './offered.js';
import type { Caller } from './run-call.js';
import type { Run, RunOptions, TraceEvent } from './run-types.js';
import type { RunsParts } from './runs.js';

type RunParts = Pick<RunsParts, 'registry' | 'builtins' | 'context' | 'simulate'>;

const ENTRY_KEYS = 5_000;
/** Modes whose agents end a run by `finalize`. In the others, agents have tools of their own for that. */
const ENDS_BY_FINALIZE: readonly OrchestrationMode[] = ['loop', 'director'];

let runs = 0;

/** A run with what its tools and their calls share. */
export class OrchestratorRun implements Run {
  readonly id: string;
  readonly mode: OrchestrationMode;
  /** Set when the run begins and never changed, so a review beside a live run affects neither. */
  readonly simulated: boolean;
  readonly signal: AbortSignal;
  /** The `ctx` of trusted tools: one object for the whole run, over the host's live context. */
  readonly ctx: { readonly [key: string]: unknown };
  /** Handwritten tools that compiled, by name. */
  readonly customTools = new Map<string, ToolEntry>();
  readonly options: RunOptions;
  /** World-info entries that tools have activated. */
  readonly activated = new Set<string>();
  /** Handwritten tools that are running, by the word of each. */
  readonly callers = new Map<string, Caller>();
  readonly ending: (() => unknown)[] = [];
  readonly #parts: RunParts;
  readonly #stop = new AbortController();
  #memory: Promise<unknown> | undefined;
  #simulation: Promise<Simulation> | undefined;
  #ended = false;

  constructor(options: RunOptions, parts: RunParts, invoke: (name: string, args: unknown) => Promise<unknown>) {
    if (!MODES.includes(options.mode ?? 'loop')) throw new BulkheadError('BAD_ARGS', `mode: ${MODES.join(', ')}`);
    runs += 1;
    this.id = `run-${runs}`;
    this.mode = options.mode ?? 'loop';
    this.options = options;
    this.simulated = options.review != null;
    const stop = this.#stop.signal;
    this.signal = options.signal ? AbortSignal.any([options.signal, stop]) : stop;
    this.#parts = parts;
    const { notes, visibleSkills, openNotes } = options;
    const fields = {
      [RUN_FIELD]: Object.freeze({ activatedEntryKeys: this.activated, abortSignal: this.signal }),
      __customToolRegistry: this.customTools,
      __invokeLoopTool: invoke,
      ...(notes && { __floorStateForNotes: notes }),
      ...(visibleSkills !== undefined && { __visibleSkillsForAgent: visibleSkills }),
      ...(openNotes !== undefined && { __openNotes: openNotes }),
    };
    this.ctx = Object.assign(Object.create(parts.context.live()), fields);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Finds the tool of a name, layer by layer: handwritten, built-in, registered. */
  resolve(name: string): { readonly layer: 1 | 2 | 3; readonly entry: ToolEntry } | undefined {
    const { flags } = this.options;
    const custom = this.customTools.get(name);
    if (custom) return { layer: 3, entry: custom };
    const builtin = this.#parts.builtins.get(name);
    if (builtin && isBuiltinEnabled(flags, name)) return { layer: 1, entry: builtin };
    const entry = BUILTIN_TOOLS.includes(name) ? undefined : this.#parts.registry.get(name);
    return entry && isExtensionToolEnabled(flags, name) ? { layer: 2, entry } : undefined;
  }

  /** Returns `true` for an existing tool that this orchestration has switched off. */
  isOff(name: string): boolean {
    const { builtins, registry } = this.#parts;
    return !this.resolve(name) && (builtins.has(name) || registry.get(name) !== undefined);
  }

  /** What to offer the model: `finalize` where an agent of the mode ends the run by it, the built-ins that are on, handwritten tools, then registered ones. */
  schemas(): ToolSchema[] {
    const { registry, builtins } = this.#parts;
    const entries = [...builtins.values(), ...this.customTools.values()].map(({ info }) => info);
    const names = [...entries, ...registry.list()].map(({ name }) => name);
    const offered = [...new Set(names)].flatMap((name) => this.resolve(name)?.entry.info ?? []);
    return [...(ENDS_BY_FINALIZE.includes(this.mode) ? [FINALIZE] : []), ...offered.map(toSchema)];
  }

  live(): object {
    // The host may make a new context for each turn. The run's own object stays the same.
    Object.setPrototypeOf(this.ctx, this.#parts.context.live());
    return this.ctx;
  }

  /** Adds entry keys that a tool has named, up to the limit of a run. */
  activate(keys: readonly string[]): void {
    for (const key of keys) if (this.activated.size < ENTRY_KEYS) this.activated.add(key);
  }

  /** Opens the memory session once, and puts it on `ctx`. */
  async openMemory(): Promise<void> {
    if (!this.options.memorySession) return;
    const { memorySession } = this.options;
    this.#memory ??= (async () => memorySession())();
    this.#memory.catch(() => {
      this.#memory = undefined;
    });
    const session = await this.#memory;
    if (!Object.hasOwn(this.ctx, '__memoryGraphSession')) Object.assign(this.ctx, { __memoryGraphSession: session });
  }

  /** The overlay for writes of plugins in a simulated run, which later reads of the run see. */
  simulation(): Promise<Simulation> | undefined {
    if (!this.simulated) return undefined;
    this.#simulation ??= this.#parts.simulate();
    return this.#simulation;
  }

  /** Returns what a simulated run's plugins would have done until now. Later calls begin with a new overlay. */
  async effects(): Promise<Effects | undefined> {
    const simulation = await this.#simulation;
    this.#simulation = undefined;
    return simulation?.end();
  }

  trace(event: TraceEvent): void {
    notify(this.options.onTrace, event);
  }

  /** @throws `STOPPED` if the run is over, or the reason of its signal. */
  checkOpen(): void {
    this.signal.throwIfAborted();
    if (this.#ended) throw new BulkheadError('STOPPED', `${this.id} is over`);
  }

  /** Ends the run and the guests of its handwritten tools. Open calls fail with `STOPPED`. */
  async end(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#stop.abort(new BulkheadError('STOPPED', `${this.id} is over`));
    await Promise.all(this.ending.map((work) => work()));
    await this.effects().catch(() => {});
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}
