import { promisifyRequest } from '../../../worker/adapters/database.js';
import type { Message } from '../base/types.js';
import { turnsOf } from './storage.js';

/** Records lie in lots, each under the place of its first one. A few are read at a time, so that no task is long. */
const LOTS_AT_ONCE = 16;
const LOT = 32;

const lotKey = (id: string, at: number) => ['records', id, at];
/** Lots that begin between two places; the second is not among them. */
const between = (id: string, from: number, to: number) =>
  IDBKeyRange.bound(lotKey(id, from), lotKey(id, to), false, true);

/** Writes records that follow those before a place. */
export function writeLots(objects: IDBObjectStore, id: string, at: number, records: readonly Message[]): void {
  for (let start = 0; start < records.length; start += LOT) {
    objects.put(records.slice(start, start + LOT), lotKey(id, at + start));
  }
}

async function startOf(objects: IDBObjectStore, id: string, at: number): Promise<number> {
  if (at <= 0) return 0;
  const before = IDBKeyRange.bound(lotKey(id, 0), lotKey(id, at));
  const cursor = await promisifyRequest(objects.openKeyCursor(before, 'prev'));
  return ((cursor?.key as ReturnType<typeof lotKey> | undefined)?.[2] as number | undefined) ?? at;
}

async function eachPiece(
  objects: IDBObjectStore,
  id: string,
  [from, to]: readonly [number, number],
  work: (records: readonly Message[], at: number) => void,
): Promise<void> {
  if (from >= to) return;
  let at = await startOf(objects, id, from);
  while (at < to) {
    const lots = await promisifyRequest<Message[][]>(objects.getAll(between(id, at, to), LOTS_AT_ONCE));
    const records = lots.flat();
    const first = Math.max(from, at);
    if (records.length > 0) work(records.slice(first - at, to - at), first);
    if (lots.length < LOTS_AT_ONCE) return;
    at += records.length;
  }
}

export async function readLots(objects: IDBObjectStore, id: string, from: number, to: number): Promise<Message[]> {
  const found: Message[] = [];
  await eachPiece(objects, id, [from, to], (records) => {
    for (const record of records) found.push(record);
  });
  return found;
}

export async function copyLots(
  objects: IDBObjectStore,
  from: string,
  length: number,
  to: string,
): Promise<{ readonly length: number; readonly turns: number }> {
  let copied = { length: 0, turns: 0 };
  await eachPiece(objects, from, [0, length], (records, at) => {
    writeLots(objects, to, at, records);
    copied = { length: copied.length + records.length, turns: copied.turns + turnsOf(records) };
  });
  return copied;
}

export async function cutLots(objects: IDBObjectStore, id: string, at: number): Promise<void> {
  const start = await startOf(objects, id, at);
  const left = await readLots(objects, id, start, at);
  objects.delete(between(id, start, Number.POSITIVE_INFINITY));
  writeLots(objects, id, start, left);
}
