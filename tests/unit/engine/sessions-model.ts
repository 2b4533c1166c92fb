import { expect } from 'vitest';
import type { Message, SessionRecord, StorageAdapter, StoredSession } from '../../../src/engine/index.js';
import { fc } from '../../fixtures/property.js';

/** What storages of every kind hold to: a naive one beside it does the same with plain arrays. */

const said = (count: number, name: string): Message[] =>
  Array.from({ length: count }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: `${name} ${at}` }));

const place = fc.integer({ min: 0, max: 120 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('make' as const), at: place, count: fc.integer({ min: 0, max: 70 }) }),
  fc.record({ kind: fc.constant('fork' as const), at: place, count: fc.integer({ min: 0, max: 2 }), upTo: place }),
  fc.record({ kind: fc.constant('append' as const), at: place, count: fc.integer({ min: 0, max: 40 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: place, count: fc.integer({ min: 0, max: 3 }), upTo: place }),
  fc.record({ kind: fc.constant('remove' as const), at: place }),
  fc.record({ kind: fc.constant('restore' as const) }),
  fc.record({ kind: fc.constant('read' as const), at: place, from: place, to: place }),
);

interface Naive {
  readonly session: SessionRecord;
  records: Message[];
}

function descendantsOf(all: readonly Naive[], id: string): Naive[] {
  const own = all.filter(({ session }) => session.id === id);
  const children = all.filter(({ session }) => session.parentId === id);
  return [...own, ...children.flatMap(({ session }) => descendantsOf(all, session.id))];
}

/** Any steps, in a storage and in plain arrays: both hold the same after each. */
export async function keepsWhatItIsTold(open: () => Promise<StorageAdapter>, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const storage = await open();
      let naive: Naive[] = [];
      let removed: readonly StoredSession[] = [];
      let ids = 0;
      const made = (parentId?: string): SessionRecord => {
        ids += 1;
        return { id: `s${ids}`, label: `l${ids}`, parentId, status: 'active', metadata: { ids }, createdAt: ids >> 2 };
      };
      for (const [number, one] of steps.entries()) {
        if (one.kind === 'restore') {
          await storage.restore(removed);
          for (const { session, records } of removed) {
            const { length: _, turns: _turns, updatedAt: _at, edition: _edition, ...record } = session;
            naive.push({ session: record, records: [...records] });
          }
          removed = [];
          continue;
        }
        const target = naive[one.at % Math.max(1, naive.length)];
        if (one.kind === 'make') {
          const [session, records] = [made(), said(one.count, `${number}`)];
          await storage.put(session, records);
          naive.push({ session, records });
        } else if (!target) continue;
        else if (one.kind === 'fork') {
          const session = made(target.session.id);
          const [own, length] = [said(one.count, `${number}`), Math.min(one.upTo, target.records.length)];
          await storage.put(session, own, { of: target.session.id, length });
          naive.push({ session, records: [...target.records.slice(0, length), ...own] });
        } else if (one.kind === 'append') {
          await storage.append(target.session.id, said(one.count, `${number}`));
          target.records.push(...said(one.count, `${number}`));
        } else if (one.kind === 'cut') {
          const at = Math.min(one.upTo, target.records.length);
          await storage.append(target.session.id, said(one.count, `${number}`), {}, at);
          target.records = [...target.records.slice(0, at), ...said(one.count, `${number}`)];
        } else if (one.kind === 'remove') {
          const gone = descendantsOf(naive, target.session.id);
          removed = await storage.remove(target.session.id);
          expect(removed[0]?.session.id).toBe(target.session.id);
          const withRecords = (list: readonly { session: SessionRecord; records: readonly Message[] }[]) =>
            new Map(list.map(({ session, records }) => [session.id, records]));
          expect(withRecords(removed)).toEqual(withRecords(gone));
          naive = naive.filter((kept) => !gone.includes(kept));
        } else {
          const records = await storage.records(target.session.id, one.from, one.to);
          expect(records).toEqual(target.records.slice(one.from, Math.max(one.from, one.to)));
        }
        const listed = await storage.list();
        const expected = naive.toSorted((a, b) => Number(a.session.metadata.ids) - Number(b.session.metadata.ids));
        expect(listed.map(({ id, length, turns }) => ({ id, length, turns }))).toEqual(
          expected.map(({ session, records }) => ({
            id: session.id,
            length: records.length,
            turns: records.filter(({ role }) => role === 'user').length,
          })),
        );
      }
      for (const { session, records } of naive) expect(await storage.records(session.id)).toEqual(records);
    }),
    { numRuns: runs },
  );
}
