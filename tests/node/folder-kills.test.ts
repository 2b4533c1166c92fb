import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { KeyValueStore, LogStore } from '../../worker/protocol/storage.js';
import { generator } from '../fixtures/random.js';
import { dist, folderStorage, scratch } from './host.js';

/** 200 in `npm run accept`. */
const KILLS = process.env.BULKHEAD_LONG ? 200 : 50;
const PAIRS = 16;
const program = fileURLToPath(new URL('../fixtures/folder-writer.mjs', import.meta.url));
const random = generator(Number(process.env.BULKHEAD_SEED ?? 7));

type On = 'keyValue' | 'log';
type Last = Record<On, number>;

/** Starts a writer and kills it. @returns the last number of each store that it has said is kept. */
function killedWriter(folder: string, last: Last, round: number): Promise<Last> {
  const from = [last.keyValue + 1, last.log + 1, round].map(String);
  const child = fork(program, [`${dist}node.js`, folder, ...from], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const said = { ...last };
  // At any moment of a write; every fifth time at any moment since the process began: while it starts, opens or recovers.
  let left = round % 5 === 0 ? 0 : 1 + Math.floor(random() * 12);
  const kill = () => setTimeout(() => child.kill('SIGKILL'), random() * (round % 5 === 0 ? 400 : 4));
  if (left === 0) kill();
  child.on('message', ({ on, number }: { readonly on: On; readonly number: number }) => {
    said[on] = number;
    left -= 1;
    if (left === 0) kill();
  });
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  return new Promise((resolve, reject) =>
    // When everything that it has said has been read, too.
    child.on('close', (_code, signal) => (signal === 'SIGKILL' ? resolve(said) : reject(new Error(errors)))),
  );
}

/** Reads what a store has. @returns its last number. @throws where something is lost, torn or doubled. */
async function checked(store: KeyValueStore | LogStore, said: number): Promise<number> {
  const pairs = await store.list('b:');
  const batches = new Map<number, number[]>();
  for (const [key, value] of pairs) {
    const { number, round, text } = value as { readonly number: number; readonly round: number; readonly text: string };
    expect([key.slice(0, 10), text.length]).toEqual([`b:${String(number).padStart(8, '0')}`, 4_096]);
    batches.set(number, [...(batches.get(number) ?? []), round]);
  }
  const numbers = [...batches.keys()];
  const last = numbers.at(-1) ?? -1;
  // The writer waits for each batch: one more may be there than it could say.
  expect([said, said + 1]).toContain(last);
  expect(numbers).toEqual(numbers.map((_, i) => last - numbers.length + 1 + i));
  expect(numbers.length).toBeGreaterThanOrEqual(Math.min(last + 1, 12));
  // Each one whole, and of one process.
  for (const rounds of batches.values()) expect([rounds.length, new Set(rounds).size]).toEqual([PAIRS, 1]);
  return last;
}

test(`${KILLS} kills in the middle of writes: nothing is lost that was acknowledged, nothing is torn, nothing is doubled`, {
  timeout: 900_000,
}, async () => {
  const folder = join(scratch(), 'killed');
  let last: Last = { keyValue: -1, log: -1 };
  for (let round = 0; round < KILLS; round += 1) {
    const said = await killedWriter(folder, last, round);
    const storage = folderStorage(folder);
    last = { keyValue: await checked(storage.keyValue, said.keyValue), log: await checked(storage.log, said.log) };
    const head = (await storage.keyValue.get('head')) ?? -1;
    expect(head).toBe(last.keyValue);
    await storage.close();
  }
  expect(last.keyValue).toBeGreaterThan(KILLS);
  expect(last.log).toBeGreaterThan(KILLS);
});
