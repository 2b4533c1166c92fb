import { randomId } from '../../../worker/primitives/random-id.js';
import type { ToolInfo } from '../../contracts/index.js';
import type { Simulation } from '../../simulation/index.js';
import type { CallContext, HostContext } from '../../tools/calls/index.js';
import { RUN_FIELD } from './compat.js';
import type { Run } from './run.js';

/** A running handwritten tool, with what it may cause. */
export interface Caller {
  readonly mode: 'read' | 'write';
  /** Number of calls between the model's call and this one. */
  readonly depth: number;
}

/** The context of one call of a run, and what the call may report. */
export class RunCall implements CallContext {
  readonly #run: Run;
  readonly #host: HostContext;
  readonly #depth: number;
  #granted = false;
  #token: string | undefined;

  constructor(run: Run, host: HostContext, depth: number) {
    this.#run = run;
    this.#host = host;
    this.#depth = depth;
  }

  live(): object {
    return this.#run.live();
  }

  /** A tool without the grant sees that there is a run, and nothing else. */
  text(reader: ToolInfo): string {
    const snapshot = this.#host.snapshot(reader);
    this.#granted = snapshot !== undefined || reader.kind === 'profile';
    if (!this.#granted) return this.#host.pack({ run: { field: RUN_FIELD, activatedEntryKeys: [], customTools: [] } });
    const { visibleSkills, openNotes } = this.#run.options;
    const customTools = Array.from(this.#run.customTools, ([name, { info }]) => [name, info.mode]);
    const activatedEntryKeys = [...this.#run.activated];
    const token = reader.kind === 'profile' ? this.#sign(reader) : undefined;
    const run = { field: RUN_FIELD, activatedEntryKeys, customTools, visibleSkills, openNotes, token };
    return this.#host.pack({ snapshot, run });
  }

  activate(keys: readonly string[]): void {
    if (this.#granted) this.#run.activate(keys);
  }

  prepare({ name }: ToolInfo): Promise<void> | undefined {
    return name.startsWith('memory_') ? this.#run.openMemory() : undefined;
  }

  simulation(): Promise<Simulation> | undefined {
    return this.#run.simulation();
  }

  /** Ends the call. Its word is not accepted any more. */
  end(): void {
    if (this.#token !== undefined) this.#run.callers.delete(this.#token);
  }

  /** A word that only this call's guest knows. Requests that carry it count as this tool's. */
  #sign({ mode }: ToolInfo): string {
    this.#token = randomId();
    this.#run.callers.set(this.#token, { mode, depth: this.#depth });
    return this.#token;
  }
}
