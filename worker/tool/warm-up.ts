import { LIMITS } from '../protocol/limits.js';
import { CallPorts } from './call-ports.js';
import { readDeclared } from './declarations.js';
import { Guests, type GuestsOptions } from './guests.js';
import { CallLog } from './log.js';
import { openCall } from './open-call.js';

const SOURCE = `registerTool({ name: 'warm', description: '', mode: 'read', parameters: { type: 'object' }, exec: async () => null });`;
const CALLS = 3;

/** Loads and calls a plugin of our own, so that the browser has compiled all before a stranger's comes. Nothing of it stays. */
export async function warmUp(given: Omit<GuestsOptions, 'limits' | 'namesTaken' | 'freshState'>): Promise<void> {
  const { now, calibration } = given;
  const guests = new Guests({ ...given, limits: LIMITS, namesTaken: [], freshState: 'call' });
  const text = await guests.load(SOURCE);
  await readDeclared(text, LIMITS);
  guests.pack(SOURCE, text);
  for (let i = 0; i < CALLS; i++) {
    const guest = await guests.take(SOURCE);
    await new Promise<unknown>((settle) => {
      const log = new CallLog({ call: 0, lines: 0, bytes: 0, now, setTimer: () => 0, emit: () => true });
      const ports = new CallPorts({ ports: {}, denials: {}, limits: LIMITS });
      const limits = { timeoutMs: 100, cpuMs: 100, startedAt: now(), calibration };
      guest.execute(openCall({ id: 0, tool: 'warm', flag: '', ...limits, log, ports, settle }), 'execute', '{}');
    });
    guests.giveBack(SOURCE, guest);
  }
  calibration.measure(1);
}
