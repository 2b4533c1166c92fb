import { expect, test } from 'vitest';
import type { ChatFloor } from '../../../src/engine/modes/tools/chat.js';
import { type LoopSources, loopTools } from '../../../src/engine/modes/tools/index.js';
import type { LoreEntry } from '../../../src/engine/modes/tools/lorebook.js';
import { Notes } from '../../../src/engine/modes/tools/note-book.js';
import type { Host, Run, RunOptions } from '../../../src/index.js';
import { testHost } from '../setup.js';

const WORKER = '/bulkhead/catalog-worker.js';

/** A chat that takes turns: `user 0`, `assistant 1`, … */
const talk = (floors: number): ChatFloor[] =>
  Array.from({ length: floors }, (_, at) => {
    const role = at % 2 === 0 ? 'user' : 'assistant';
    return { role, text: `${role} ${at}` };
  });

const entry = (uid: string, more: Partial<LoreEntry> = {}): LoreEntry => ({
  ...{ uid, title: `Entry ${uid}`, keys: [`k${uid}`], content: `about ${uid}` },
  ...more,
});

const provide = (host: Host, sources: LoopSources) => {
  for (const tool of loopTools({ worker: WORKER, ...sources })) host.orchestrator.provideBuiltin(tool);
};

/** Calls of one run, each answered with its content. */
async function inRun<T>(
  host: Host,
  work: (call: (name: string, args?: object) => Promise<Record<string, unknown>>, run: Run) => Promise<T>,
  options?: RunOptions,
): Promise<T> {
  await using run = await host.orchestrator.openRun(options);
  return await work(async (name, args = {}) => {
    const { message } = await host.orchestrator.dispatch({ name, arguments: args }, run);
    return JSON.parse(message.content) as Record<string, unknown>;
  }, run);
}

test('chat_read_range counts from both ends, and widens to what was asked and what was answered', async () => {
  await using host = testHost();
  provide(host, { chat: { floors: () => talk(10) } });
  await inRun(host, async (call) => {
    const read = (start: number, end: number) => call('chat_read_range', { start, end });
    expect(await read(3, 4)).toMatchObject({ ok: true, start: 2, end: 5, total: 10 });
    expect((await read(-1, -1)).messages).toEqual([
      { floor: 8, role: 'user', text: 'user 8' },
      { floor: 9, role: 'assistant', text: 'assistant 9' },
    ]);
    expect(await read(8, 99)).toMatchObject({ start: 8, end: 9 });
    for (const [start, end] of [
      [5, 4],
      [10, 12],
      [-20, -11],
    ] as const) {
      expect(await read(start, end)).toMatchObject({ ok: false, code: 'CHAT_RANGE_INVALID' });
    }
  });
});

test('chat_read_range reads fifty floors at a time and no more, and nothing of a chat without any', async () => {
  await using host = testHost();
  let floors = talk(120);
  provide(host, { chat: { floors: () => floors } });
  await inRun(host, async (call) => {
    expect(await call('chat_read_range', { start: 0, end: 49 })).toMatchObject({ ok: true, end: 49 });
    expect(await call('chat_read_range', { start: 0, end: 50 })).toMatchObject({ code: 'CHAT_RANGE_TOO_LARGE' });
    floors = [];
    expect(await call('chat_read_range', { start: 0, end: 0 })).toMatchObject({ code: 'CHAT_RANGE_INVALID' });
  });
});

test('chat_search answers lines as grep does; a pattern that is none is an answer, an empty one an error', async () => {
  await using host = testHost();
  const floors: ChatFloor[] = [
    { role: 'user', name: 'Ann', text: 'a storm\nis coming' },
    { role: 'assistant', text: 'The Storm is here' },
  ];
  provide(host, { chat: { floors: () => floors } });
  await inRun(host, async (call) => {
    const search = (pattern: string, flags?: string) => call('chat_search', { pattern, ...(flags && { flags }) });
    expect(await search('storm')).toEqual({ ok: true, matches: 1, lines: '0:Ann:1: a storm' });
    expect((await search('storm|^is', 'gim')).lines).toBe(
      '0:Ann:1: a storm\n0:Ann:2: is coming\n1:assistant:1: The Storm is here',
    );
    expect(await search('(')).toMatchObject({ ok: false, code: 'PATTERN_INVALID' });
    expect(await search('a', 'q')).toMatchObject({ ok: false, code: 'PATTERN_INVALID' });
    expect(await search(' ')).toMatchObject({ ok: false, code: 'CHAT_PATTERN_EMPTY' });
  });
});

test('a pattern that never ends is ended, the page goes on meanwhile, and the next search works', async () => {
  await using host = testHost();
  provide(host, { chat: { floors: () => [{ role: 'user', text: 'a'.repeat(60) }] }, patternMs: 300 });
  await inRun(host, async (call) => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 10);
    const bad = await call('chat_search', { pattern: '(a+)+$b|(a+)+!' });
    clearInterval(timer);
    expect(bad).toMatchObject({ ok: false, code: 'TOOL_TIMEOUT' });
    expect(turns).toBeGreaterThan(5);
    expect(await call('chat_search', { pattern: '^a' })).toMatchObject({ ok: true, matches: 1 });
  });
});

test('a stop ends a search that goes on', async () => {
  await using host = testHost();
  const stop = new AbortController();
  const why = new Error('stopped');
  let begun = () => {};
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const worker = () => {
    begun();
    return new Worker(WORKER);
  };
  provide(host, { chat: { floors: () => [{ role: 'user', text: 'a'.repeat(60) }] }, worker, patternMs: 60_000 });
  await using run = await host.orchestrator.openRun({ signal: stop.signal });
  const searching = host.orchestrator.dispatch({ name: 'chat_search', arguments: { pattern: '(a+)+!' } }, run);
  await started;
  stop.abort(why);
  await expect(searching).rejects.toBe(why);
});

test('books of lore are listed, read and searched, and what stands before the model already is left out', async () => {
  await using host = testHost();
  const books = new Map([
    ['Harbour', [entry('1'), entry('2', { content: 'the old pier' }), entry('3', { disabled: true })]],
    ['Hills', [entry('1', { content: 'a pier of stone' })]],
  ]);
  const lorebook = {
    books: () => [...books].map(([name, entries]) => ({ name, entries: entries.length })),
    entries: (name: string) => books.get(name),
  };
  provide(host, { lorebook });
  await inRun(host, async (call, run) => {
    expect((await call('world_book_list')).books).toEqual([
      { name: 'Harbour', entries: 3 },
      { name: 'Hills', entries: 1 },
    ]);
    expect(await call('lorebook_list', { book_name: 'Harbour', range: '1-1' })).toMatchObject({
      ...{ total: 3, entries: [{ uid: '2', title: 'Entry 2', keys: ['k2'] }] },
    });
    expect(await call('lorebook_list', { book_name: ' ' })).toMatchObject({ code: 'LOREBOOK_BOOK_REQUIRED' });
    expect(await call('lorebook_list', { book_name: 'Harbour', range: '2-1' })).toMatchObject({
      code: 'LOREBOOK_RANGE_INVALID',
    });
    const get = (args: object) => call('lorebook_get', args);
    expect(await get({ entry_key: 'Harbour.2' })).toMatchObject({ ok: true, content: 'the old pier' });
    expect(await get({ uid: 2, book: 'Harbour' })).toMatchObject({ entry_key: 'Harbour.2' });
    expect(await get({})).toMatchObject({ code: 'LOREBOOK_ADDRESSING_MISSING' });
    expect(await get({ uid: '1', entry_key: 'x' })).toMatchObject({ code: 'LOREBOOK_ADDRESSING_AMBIGUOUS' });
    expect(await get({ uid: '1' })).toMatchObject({ code: 'LOREBOOK_ADDRESSING_AMBIGUOUS' });
    expect(await get({ uid: '9' })).toMatchObject({ code: 'LOREBOOK_NOT_FOUND' });
    expect(await get({ uid: '1', book: 'Sea' })).toMatchObject({ code: 'LOREBOOK_NOT_FOUND' });
    expect((await call('lorebook_search', { pattern: 'pier' })).lines).toBe(
      'Harbour.2:3: the old pier\nHills.1:3: a pier of stone',
    );
    run.activate(['Harbour.2']);
    expect((await call('lorebook_search', { pattern: 'pier' })).lines).toBe('Hills.1:3: a pier of stone');
    expect(await call('lorebook_search', { pattern: '' })).toMatchObject({ code: 'LOREBOOK_PATTERN_EMPTY' });
  });
});

test('entries are put into the turn, each that cannot be is told with why, and a review puts none', async () => {
  await using host = testHost();
  const placed: string[] = [];
  const entries = [
    ...[entry('1'), entry('2', { disabled: true }), entry('3', { content: ' ' })],
    ...[entry('4', { placeable: false }), entry('5')],
  ];
  const lorebook = {
    books: () => [{ name: 'B', entries: 5 }],
    entries: (name: string) => (name === 'B' ? entries : undefined),
    activate: (book: string, chosen: readonly LoreEntry[]) => {
      placed.push(...chosen.map(({ uid }) => `${book}.${uid}`));
    },
  };
  provide(host, { lorebook });
  const force = { book_name: 'B', uids: ['1', 2, '3', '4', '5', '9'] };
  const why = [
    { uid: '2', reason: 'entry_disabled' },
    { uid: '3', reason: 'empty_content' },
    { uid: '4', reason: 'unsupported_position' },
  ];
  const missing = { uid: '9', reason: 'uid_not_found' };
  await host.orchestrator.withReview((review) =>
    inRun(
      host,
      async (call, run) => {
        expect(await call('lorebook_force_activate', force)).toMatchObject({ simulated: true, activated: ['1', '5'] });
        expect([...run.activated]).toEqual(['B.1', 'B.5']);
      },
      { review },
    ),
  );
  expect(placed).toEqual([]);
  await inRun(host, async (call, run) => {
    run.activate(['B.5']);
    expect(await call('lorebook_force_activate', force)).toEqual({
      ...{ ok: true, activated: ['1'] },
      skipped: [...why, { uid: '5', reason: 'already_activated' }, missing],
    });
    for (const [args, code] of [
      [{ book_name: '', uids: ['1'] }, 'LOREBOOK_FORCE_BOOK_MISSING'],
      [{ book_name: 'B', uids: [] }, 'LOREBOOK_FORCE_UIDS_MISSING'],
      [{ book_name: 'C', uids: ['1'] }, 'LOREBOOK_FORCE_BOOK_NOT_FOUND'],
    ] as const) {
      expect(await call('lorebook_force_activate', args)).toMatchObject({ ok: false, code });
    }
  });
  expect(placed).toEqual(['B.1']);
  await using other = testHost();
  provide(other, { lorebook: { books: lorebook.books, entries: lorebook.entries } });
  await inRun(other, async (call) => {
    expect(await call('lorebook_force_activate', force)).toMatchObject({ code: 'LOREBOOK_FORCE_NO_PAYLOAD' });
  });
});

test('notes are written and closed; a review writes in a copy that it alone sees', async () => {
  await using host = testHost();
  const notes = new Notes(['from before']);
  provide(host, { notes: { notes: () => notes, floor: () => 7 } });
  await host.orchestrator.withReview((review) =>
    inRun(
      host,
      async (call) => {
        const { id } = await call('note_open', { text: 'pretended' });
        expect(await call('note_close', { id })).toEqual({ ok: true, simulated: true });
        expect(await call('note_close', { id })).toMatchObject({ ok: false, error: 'already_closed' });
        expect(await call('note_close', { id: notes.open[0]?.id })).toMatchObject({ ok: true });
      },
      { review },
    ),
  );
  expect(notes.open.map(({ text }) => text)).toEqual(['from before']);
  await inRun(host, async (call) => {
    expect(await call('note_open', { text: ' the tide ' })).toEqual({ ok: true, id: notes.open[1]?.id });
    expect(notes.open[1]).toMatchObject({ text: 'the tide', floor: 7 });
    expect(await call('note_open', { text: ' ' })).toMatchObject({ code: 'NOTE_EMPTY' });
    expect(await call('note_close', { id: ' ' })).toMatchObject({ code: 'NOTE_ID_EMPTY' });
    expect(await call('note_close', { id: 'n_0' })).toMatchObject({ ok: false, error: 'not_found' });
  });
  await using none = testHost();
  provide(none, { notes: { notes: () => null } });
  await inRun(none, async (call) => {
    expect(await call('note_open', { text: 'x' })).toMatchObject({ code: 'NOTE_FS_UNAVAILABLE' });
  });
});
