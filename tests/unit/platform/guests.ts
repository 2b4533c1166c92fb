import type { BulkheadError } from '../../../worker/protocol/errors.js';
import { LIMITS, type Limits } from '../../../worker/protocol/limits.js';
import { Calibration } from '../../../worker/tool/calibration.js';
import { CallPorts } from '../../../worker/tool/call-ports.js';
import { Guest } from '../../../worker/tool/guest.js';
import { CallLog } from '../../../worker/tool/log.js';
import { openCall, type Settled } from '../../../worker/tool/open-call.js';
import { engineModule } from '../../fixtures/engine.js';
import { platform } from '../../fixtures/platform.js';

const calibration = new Calibration({ now: () => performance.now(), reference: () => {} });

/** A guest with a platform and this source. `limits`: other than the default ones. @throws why it did not load. */
export async function loadedGuest(source: string, limits: Partial<Limits> = {}) {
  const guest = new Guest({
    module: await engineModule,
    // How long a busy machine takes to load it is not the question here.
    limits: { ...LIMITS, loadMs: 20_000, ...limits },
    namesTaken: [],
    now: () => performance.now(),
    calibration,
    seed: () => crypto.getRandomValues(new Uint8Array(8)),
    nextTask: () => new Promise((resolve) => setImmediate(resolve)),
    isGone: () => false,
    platform: platform(),
  });
  await guest.load(source);
  return guest;
}

/** A guest with a platform, whose tool `main` has this body. */
export const platformGuest = (body: string, before = '') =>
  loadedGuest(
    `${before}\nregisterTool({ name: 'main', mode: 'read', parameters: { type: 'object' }, exec: async (args, ctx) => { ${body} } });`,
  );

/** What its tool rejects with. */
export async function failureOf(guest: Guest): Promise<BulkheadError> {
  try {
    await callMain(guest);
  } catch (error) {
    return error as BulkheadError;
  }
  throw new Error('it did not reject');
}

/** Calls the tool once. @returns its result, parsed, and the lines of its log. */
export async function callMain(
  guest: Guest,
  args: unknown = {},
  granted: { readonly [group: string]: MessagePort } = {},
): Promise<{ value: unknown; lines: string[] }> {
  const log = new CallLog({
    call: 1,
    lines: 1_000,
    bytes: 100_000,
    now: () => 0,
    setTimer: () => 0,
    emit: () => false,
  });
  const ports = new CallPorts({ ports: granted, denials: {}, limits: LIMITS });
  const settled = await new Promise<Settled>((settle) => {
    const call = openCall({
      id: 1,
      tool: 'main',
      timeoutMs: 20_000,
      cpuMs: 10_000,
      flag: '',
      calibration,
      startedAt: performance.now(),
      log,
      ports,
      settle,
    });
    guest.execute(call, 'execute', JSON.stringify(args));
  });
  if ('error' in settled) throw settled.error;
  const lines = log.close().map(({ text }) => text);
  return { value: settled.text === '' ? undefined : JSON.parse(settled.text), lines };
}

/** What the tool's body answers in a guest of its own. */
export const inGuest = async (body: string, args?: unknown) => (await callMain(await platformGuest(body), args)).value;
