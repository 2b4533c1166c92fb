import { randomId } from '../../../worker/primitives/random-id.js';
import { RUN_FIELD } from '../../engine/internal-compat.js';
import type { CallContext, HostContext } from '../../tools/calls/index.js';
import type { OrchestratorRun } from './run.js';

export interface Caller {
  readonly mode: 'read' | 'write';
  readonly depth: number;
}

/** The context of one call of a run, what the call may report, and its end. */
export function runCall(run: OrchestratorRun, host: HostContext, depth: number): CallContext & { end(): void } {
  let granted = false;
  let token: string | undefined;
  return {
    live: () => run.live(),
    /** A tool without the grant sees that there is a run, and nothing else. */
    text(reader) {
      const snapshot = host.snapshot(reader);
      granted = snapshot !== undefined || reader.kind === 'profile';
      if (!granted) return host.pack({ run: { field: RUN_FIELD, activatedEntryKeys: [], customTools: [] } });
      const { visibleSkills, openNotes } = run.options;
      const customTools = Array.from(run.customTools, ([name, { info }]) => [name, info.mode]);
      const activatedEntryKeys = [...run.activated];
      if (reader.kind === 'profile') {
        // Only this call's guest knows it: requests that carry it count as this tool's.
        token = randomId();
        run.callers.set(token, { mode: reader.mode, depth });
      }
      const sign = reader.kind === 'profile' ? token : undefined;
      const fields = { field: RUN_FIELD, activatedEntryKeys, customTools, visibleSkills, openNotes, token: sign };
      return host.pack({ snapshot, run: fields });
    },
    activate(keys) {
      if (granted) run.activate(keys);
    },
    prepare: ({ name }) => (name.startsWith('memory_') ? run.openMemory() : undefined),
    simulation: () => run.simulation(),
    end() {
      if (token !== undefined) run.callers.delete(token);
    },
  };
}
