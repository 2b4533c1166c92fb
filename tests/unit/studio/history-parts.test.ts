import { expect, test } from 'vitest';
import { capture, type Head, type Kept, NOTHING, pack, unpack } from '../../../src/studio/base/history-parts.js';
import { backendsOf } from '../../../src/studio/base/history-store.js';
import type { SessionMessage, StudioSession } from '../../../src/studio/base/types.js';
import { createSettingsBackedHistoryStore, defineAdapter } from '../../../src/studio/index.js';
import { fc } from '../../fixtures/property.js';
import { countingFields } from '../../fixtures/studio/scripted.js';

/** A place where parts lie: what is fresh comes, and what no head names any more goes. */
class Place {
  readonly texts = new Map<string, string>();
  head: Head | undefined;
  kept: Kept = NOTHING;

  async save(session: StudioSession): Promise<void> {
    const packed = await pack(capture(session, true), this.kept);
    for (const [name, text] of packed.fresh) this.texts.set(name, text);
    for (const name of this.texts.keys()) if (!packed.kept.names.has(name)) this.texts.delete(name);
    packed.learn();
    this.head = packed.head;
    this.kept = packed.kept;
  }

  read() {
    if (!this.head) throw new Error('nothing was kept');
    return unpack(this.head, this.texts);
  }
}

const profile = fc.oneof(
  fc.json().map((text): unknown => JSON.parse(text)),
  fc.constant({ text: 'the same' }),
);
/** What is done to a session between two saves. */
const step = fc.oneof(
  fc.record({ do: fc.constant('turn' as const), profile, version: fc.boolean() }),
  fc.record({ do: fc.constant('review' as const), at: fc.nat(9), said: fc.string() }),
  fc.record({ do: fc.constant('truncate' as const), to: fc.nat(9) }),
  fc.record({ do: fc.constant('by hand' as const), profile }),
  fc.record({ do: fc.constant('simulate' as const), profile }),
  fc.record({ do: fc.constant('pending' as const), on: fc.boolean() }),
  fc.record({ do: fc.constant('reload' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const begin = (base: unknown): StudioSession => ({
  ...{ id: 's', mode: 'm', chatKey: '', sourceScope: 'global', sourceAvatar: '', sourceName: '', revision: 0 },
  ...{ createdAt: 1, updatedAt: 1, workingProfile: structuredClone(base), baseWorkingProfile: base, messages: [] },
  ...{ lastSimulation: null, pendingApproval: null },
});

function after(session: StudioSession, one: Step): StudioSession {
  const { messages } = session;
  switch (one.do) {
    case 'turn': {
      const before = messages.at(-1)?.profileSnapshotAfter ?? session.baseWorkingProfile;
      const id = `m${session.revision}`;
      const message: SessionMessage = {
        ...{ id, role: 'assistant', content: id, createdAt: 1, toolState: 'completed' },
        ...{ profileSnapshotBefore: before, profileSnapshotAfter: one.profile },
      };
      // As after an approval; or as an adapter’s own button leaves it.
      const workingProfile = one.version ? one.profile : structuredClone(one.profile);
      return { ...session, revision: session.revision + 1, messages: [...messages, message], workingProfile };
    }
    case 'review': {
      const review = { decisions: {}, reviewed: [one.said] };
      return { ...session, messages: messages.map((said, at) => (at === one.at ? { ...said, review } : said)) };
    }
    case 'truncate':
      return { ...session, messages: messages.slice(0, one.to) };
    case 'by hand':
      return { ...session, workingProfile: one.profile };
    case 'simulate':
      return { ...session, lastSimulation: one.profile };
    case 'pending': {
      const pending = { assistantText: 'x', toolCalls: [], executionToolCalls: [], createdAt: 1, messageId: 'm0' };
      return { ...session, pendingApproval: one.on ? pending : null };
    }
    case 'reload':
      return session;
  }
}

test('whatever is done to a session, it comes back as it is, and no part of it lies about', async () => {
  await fc.assert(
    fc.asyncProperty(profile, fc.array(step, { maxLength: 14 }), async (base, steps) => {
      const place = new Place();
      let session = begin(base);
      for (const [at, one] of steps.entries()) {
        session = { ...after(session, one), updatedAt: at + 2 };
        await place.save(session);
        const back = place.read();
        expect(back.session).toEqual(JSON.parse(JSON.stringify(session)));
        expect(back.kept.names.size).toBe(place.texts.size);
        // From here on as a page goes on that was loaded now.
        if (one.do === 'reload') session = back.session;
      }
    }),
    { numRuns: 300 },
  );
});

test('a session that is kept in two places is whole in both', async () => {
  const [here, there] = [new Place(), new Place()];
  const version = { text: 'x'.repeat(100) };
  let session = after(begin({ text: '' }), { do: 'turn', profile: version, version: true });
  await here.save(session);
  await there.save(session);
  session = after(session, { do: 'turn', profile: { text: 'y' }, version: false });
  for (const place of [here, there, here]) {
    await place.save(session);
    expect(place.read().session).toEqual(session);
  }
});

test('an adapter with our store’s two functions keeps one session at a time, one with half of them does not', () => {
  const names = { moduleName: 'm', globalSettingsKey: 'k', characterStateNamespace: 'n' };
  const [store, other] = [
    createSettingsBackedHistoryStore<never>(names),
    createSettingsBackedHistoryStore<never>(names),
  ];
  expect(backendsOf(defineAdapter(countingFields({ ...store } as never)))).toBeDefined();
  const { persistHistoryState } = other;
  expect(backendsOf(defineAdapter(countingFields({ ...store, persistHistoryState } as never)))).toBeUndefined();
  expect(backendsOf(defineAdapter(countingFields()))).toBeUndefined();
});
