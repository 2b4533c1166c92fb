import { beforeAll, expect, test } from 'vitest';
import { baseImage } from '../../../sandbox/base.js';
import { bundleEngine } from '../../../scripts/vite/bundle.mjs';
import { LIMITS } from '../../../worker/protocol/limits.js';
import { Guests } from '../../../worker/tool/guests.js';
import { platform } from '../../fixtures/platform.js';
import { callMain } from '../platform/guests.js';
import { Clock, Machine } from './guests.js';

/** A generator as libraries have them: it is seeded from everything there is, and keeps its state in a closure. */
const SOURCE = `
const random = Math.random;
const seededFrom = (seed) => { let state = seed >>> 0; return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0); };
const entropy = () => random() * 2 ** 32 ^ crypto.getRandomValues(new Uint32Array(1))[0] ^ Date.now();
const atLoad = seededFrom(entropy());
const loadedAt = Date.now();
Math.random = seededFrom(entropy());
registerTool({ name: 'main', description: '', mode: 'read', parameters: { type: 'object' }, exec: async () => ({
  bytes: [...crypto.getRandomValues(new Uint8Array(16))].join(), uuid: crypto.randomUUID(), math: random(), replaced: Math.random(),
  inCall: seededFrom(entropy())(), atLoad: [atLoad(), atLoad()].join(), loadedAt, now: Date.now(),
}) });`;

interface Drawn {
  readonly bytes: string;
  readonly uuid: string;
  readonly math: number;
  readonly replaced: number;
  readonly inCall: number;
  readonly atLoad: string;
  readonly loadedAt: number;
  readonly now: number;
}

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(await bundleEngine());
});

/** The guests of one worker. */
const newGuests = () =>
  new Guests({
    module,
    base: baseImage(module),
    freshState: 'call',
    limits: LIMITS,
    namesTaken: [],
    now: () => 0,
    calibration: new Machine(new Clock()).calibration,
    seed: () => crypto.getRandomValues(new Uint8Array(8)),
    nextTask: () => new Promise((resolve) => setImmediate(resolve)),
    isGone: () => false,
    platform: platform(),
  });

async function draw(guests: Guests): Promise<Drawn> {
  const guest = await guests.take(SOURCE);
  const { value } = await callMain(guest);
  guests.giveBack(SOURCE, guest);
  return value as Drawn;
}

test('every call draws anew, in a guest that is restored, beside another, and in the next worker; only what was seeded at load is the same', async () => {
  const guests = newGuests();
  const declared = await guests.load(SOURCE);
  const packed = guests.pack(SOURCE, declared);
  if (!packed) throw new Error('no image');
  const next = newGuests();
  expect(await next.restore(SOURCE, packed)).toBe(declared);
  const before = Date.now();
  const drawn = [
    ...[await draw(guests), await draw(guests), await draw(guests)],
    ...(await Promise.all([draw(guests), draw(guests)])),
    ...[await draw(next), await draw(next)],
  ];
  for (const key of ['bytes', 'uuid', 'math', 'inCall'] as const) {
    expect(new Set(drawn.map((one) => one[key])).size).toBe(drawn.length);
  }
  for (const key of ['atLoad', 'replaced', 'loadedAt'] as const)
    expect(new Set(drawn.map((one) => one[key])).size).toBe(1);
  for (const { now, loadedAt } of drawn) {
    expect(now).toBeGreaterThanOrEqual(before);
    expect(loadedAt).toBeLessThanOrEqual(before);
  }
});
