import { LIMITS, type Limits } from '../../../worker/protocol/limits.js';
import { Calibration } from '../../../worker/tool/calibration.js';
import { CallPorts } from '../../../worker/tool/call-ports.js';
import { Guest } from '../../../worker/tool/guest.js';
import { CallLog } from '../../../worker/tool/log.js';
import { openCall } from '../../../worker/tool/open-call.js';
import { engineModule } from '../../fixtures/engine.js';
import { platform } from '../../fixtures/platform.js';

/** A clock that moves only when it is told to, or by `perLook` each time somebody looks. */
export class Clock {
  time = 0;
  perLook = 0;
  looks = 0;
  readonly now = () => {
    this.looks += 1;
    this.time += this.perLook;
    return this.time;
  };
}

/** A machine whose reference takes 2 ms by its clock, or `slowness` times as long. */
export class Machine {
  slowness = 1;
  references = 0;
  readonly calibration: Calibration;

  constructor(clock: Clock) {
    const reference = () => {
      this.references += 1;
      clock.time += 2 * this.slowness;
    };
    this.calibration = new Calibration({ now: () => clock.time, reference });
  }
}

export interface Settled {
  text?: string;
  error?: { code: string; details: { stoppedBy?: string; limit?: string } };
}

interface Given {
  readonly limits?: Partial<Limits>;
  readonly isGone?: (flag: string) => boolean;
  readonly machine?: Machine;
  readonly parts?: ReturnType<typeof platform>;
}

/** A guest that has loaded nothing. */
export async function newGuest(clock: Clock, { limits, isGone = () => false, machine, parts }: Given = {}) {
  const { calibration } = machine ?? new Machine(clock);
  const guest = new Guest({
    module: await engineModule,
    limits: { ...LIMITS, ...limits },
    namesTaken: [],
    now: clock.now,
    calibration,
    seed: () => crypto.getRandomValues(new Uint8Array(8)),
    nextTask: () => new Promise((resolve) => setImmediate(resolve)),
    isGone,
    platform: parts ?? platform(),
  });
  return { guest, calibration };
}

/** A guest that has loaded a source, and what starts its calls. */
export async function openGuest(source: string, clock: Clock, given: Given = {}) {
  let calls = 0;
  const { guest, calibration } = await newGuest(clock, given);
  await guest.load(source);
  const start = (tool: string, args = '{}', cpuMs = 100, timeoutMs = 1_000) => {
    const settled: Settled = {};
    const log = new CallLog({
      call: ++calls,
      lines: 10,
      bytes: 1_000,
      now: clock.now,
      setTimer: () => 0,
      emit: () => true,
    });
    const call = openCall({
      id: calls,
      tool,
      timeoutMs,
      cpuMs,
      startedAt: clock.time,
      flag: `flag-${calls}`,
      calibration,
      log,
      ports: new CallPorts({ ports: {}, denials: {}, limits: LIMITS }),
      settle: (outcome) => Object.assign(settled, outcome),
    });
    guest.execute(call, 'execute', args);
    return { call, settled };
  };
  return { guest, start };
}

/** Lets so many tasks pass. */
export const turns = async (n: number) => {
  for (let i = 0; i < n; i++) await new Promise((resolve) => setImmediate(resolve));
};
