import { expect, test } from 'vitest';
import { sampleFile } from '../../../examples/memory-sample/file.js';
import type { GraphInfo, Host, MemoryGraph } from '../../../src/index.js';
import { plainHost } from '../setup.js';

/** So many nodes keep the worker busy for long enough to be stopped. */
const MANY = 20_000;
const PART = 65_536;

const exported = async (graph: MemoryGraph, format: 'json' | 'jsonl' = 'jsonl'): Promise<string> => {
  let text = '';
  for await (const part of graph.export(format)) text += part;
  return text;
};

/** Everything that has been sent by then is on its way to the worker. */
const sent = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

/** A chat of SillyTavern with so many answers. */
const chatFile = (answers: number): string =>
  [
    { user_name: 'Me', character_name: 'Alice', chat_metadata: {} },
    ...Array.from({ length: answers }, (_, at) => ({
      name: at % 2 === 0 ? 'Alice' : '爱丽丝',
      is_user: false,
      mes: `Answer ${at}: the last room of the inn is yours.`,
    })),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

interface Stage {
  readonly host: Host;
  readonly graph: MemoryGraph;
  /** A file of many nodes. */
  readonly file: string;
  /** Nothing has changed, and everything can be done. */
  readonly unharmed: () => Promise<void>;
}

/** A memory with something in it that was undone and written. */
async function stage(host: Host): Promise<Stage> {
  const source = await host.memory.open('source');
  await source.import([sampleFile({ nodes: 3_000, seed: 3 })]);
  const file = await exported(source);
  const graph = await host.memory.open('chat');
  const { id } = await graph.session.createNode({ type: 'thread', title: 'crown' });
  await graph.session.createNode({ type: 'thread', title: 'sword', links: [{ target: { id }, relation: 'with' }] });
  const before = await exported(graph);
  return {
    ...{ host, graph, file },
    async unharmed() {
      expect(await exported(graph)).toBe(before);
      const info = await graph.info();
      expect(info).toMatchObject({ nodes: 2, commits: 2, canUndo: true });
      await graph.session.editNode({ id, title: 'lost crown' });
      expect(await graph.undo()).toBe(true);
      expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['crown', 'sword']);
      expect(await graph.import([file])).toMatchObject({ nodes: 3_000 });
      expect(await graph.undo()).toBe(true);
      expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['crown', 'sword']);
    },
  };
}

/** What replaces a whole memory, each with enough to do. */
const REPLACEMENTS: {
  readonly [name: string]: (stage: Stage, signal?: AbortSignal) => Promise<GraphInfo>;
} = {
  import: ({ graph, file }, signal) => graph.import([file], { signal }),
  importChat: ({ graph }, signal) => graph.importChat(chatFile(MANY), { signal }),
};

const why = new Error('the user pressed Stop');

test.each(Object.keys(REPLACEMENTS))('%s that is stopped before it begins changes nothing', async (name) => {
  await using host = plainHost({ store: null });
  const on = await stage(host);
  await expect(REPLACEMENTS[name]?.(on, AbortSignal.abort(why))).rejects.toBe(why);
  await on.unharmed();
});

test.each(Object.keys(REPLACEMENTS))('%s that is stopped while the worker is at it changes nothing', async (name) => {
  await using host = plainHost({ store: null });
  const on = await stage(host);
  const stop = async (): Promise<unknown> => {
    const controller = new AbortController();
    const call = REPLACEMENTS[name]?.(on, controller.signal);
    const outcome = call?.then(
      () => 'kept',
      (error: unknown) => error,
    );
    await sent();
    controller.abort();
    return outcome;
  };
  // A page that had to wait for its processor may come too late with its stop: what was kept then is undone.
  let outcome = await stop();
  for (let again = 0; again < 20 && outcome === 'kept'; again++) {
    expect(await on.graph.undo()).toBe(true);
    outcome = await stop();
  }
  // The reason where none was given: an error by the name of AbortError.
  expect(outcome).toMatchObject({ name: 'AbortError' });
  await on.unharmed();
});

test.each(Object.keys(REPLACEMENTS))('%s that is stopped when it is over stays', async (name) => {
  await using host = plainHost({ store: null });
  const on = await stage(host);
  const controller = new AbortController();
  const info = await REPLACEMENTS[name]?.(on, controller.signal);
  controller.abort(why);
  expect(await on.graph.info()).toMatchObject({ nodes: info?.nodes, commits: 3, canUndo: true });
  expect(await on.graph.undo()).toBe(true);
  expect((await on.graph.listNodes()).map(({ title }) => title)).toEqual(['crown', 'sword']);
});

test('whenever it is stopped, what rejects has changed nothing, and what has changed something answers', async () => {
  await using host = plainHost({ store: null });
  const { graph, file } = await stage(host);
  const seen = new Set<string>();
  for (let round = 0; round < 24; round++) {
    const before = await exported(graph);
    const controller = new AbortController();
    const call = graph.import([file.slice(0, PART), file.slice(PART)], { signal: controller.signal }).then(
      () => 'kept',
      (error: unknown) => (error === why ? 'stopped' : String(error)),
    );
    // Another moment each time, and at last one when it is over.
    for (let turn = 0; turn < round * round; turn++) await sent();
    controller.abort(why);
    const outcome = await call;
    seen.add(outcome);
    if (outcome === 'stopped') expect(await exported(graph)).toBe(before);
    else {
      expect(outcome).toBe('kept');
      expect((await graph.info()).nodes).toBe(3_000);
      expect(await graph.undo()).toBe(true);
    }
    expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['crown', 'sword']);
  }
  expect(seen).toContain('stopped');
});

test('an import that is stopped between two parts, or waits for one that does not come, changes nothing', async () => {
  await using host = plainHost({ store: null });
  const on = await stage(host);
  for (const waits of [false, true]) {
    const controller = new AbortController();
    let given = 0;
    let told = '';
    async function* parts(): AsyncGenerator<string> {
      try {
        for (let from = 0; from < on.file.length; from += PART) {
          given += 1;
          if (given === 3) {
            controller.abort(why);
            if (waits) await new Promise(() => {});
          }
          yield on.file.slice(from, from + PART);
        }
      } finally {
        told = 'over';
      }
    }
    await expect(on.graph.import(parts(), { signal: controller.signal })).rejects.toBe(why);
    expect(given).toBe(3);
    if (!waits) expect(told).toBe('over');
  }
  await on.unharmed();
});

test('an import into an empty memory that is stopped leaves it empty, as often as it is', async () => {
  await using host = plainHost({ store: null });
  const { file } = await stage(host);
  let stops = 0;
  for (let round = 0; round < 12; round++) {
    const graph = await host.memory.open(`empty ${round}`);
    const controller = new AbortController();
    const call = graph.import([file.slice(0, PART), file.slice(PART)], { signal: controller.signal });
    const outcome = call.then(
      () => 'kept',
      (error: unknown) => error,
    );
    for (let turn = 0; turn < round; turn++) await sent();
    controller.abort(why);
    // A page that had to wait for its processor may come too late with its stop.
    if ((await outcome) === 'kept') continue;
    expect(await outcome).toBe(why);
    stops += 1;
    expect(await graph.info()).toMatchObject({ nodes: 0, commits: 0 });
    expect(await graph.import([file])).toMatchObject({ nodes: 3_000, commits: 1 });
    expect(await exported(graph)).toBe(file);
  }
  expect(stops).toBeGreaterThan(0);
});

test.each(['json', 'jsonl'] as const)(
  'an export as %s that is stopped says so, and others are whole',
  async (format) => {
    await using host = plainHost({ store: null });
    const on = await stage(host);
    const source = await host.memory.open('source');
    const whole = await exported(source, format);
    const early = source.export(format, { signal: AbortSignal.abort(why) })[Symbol.asyncIterator]();
    await expect(early.next()).rejects.toBe(why);
    const other = source.export('jsonl')[Symbol.asyncIterator]();
    const first = await other.next();
    // More than may be under way at once: none that was stopped, or left, pushes the other one out.
    for (let round = 0; round < 6; round++) {
      const controller = new AbortController();
      const parts = source.export(format, { signal: controller.signal })[Symbol.asyncIterator]();
      if (round % 2 === 0 && format === 'jsonl') await parts.next();
      const next = parts.next();
      await sent();
      controller.abort(why);
      await next.then(
        // It was answered already: the one after it is not.
        () => (format === 'json' ? undefined : expect(parts.next()).rejects.toBe(why)),
        (error: unknown) => expect(error).toBe(why),
      );
      for await (const part of source.export('jsonl')) if (part !== '') break;
    }
    let text = String(first.value);
    for (let part = await other.next(); part.done !== true; part = await other.next()) text += part.value;
    expect(text).toBe(on.file);
    const late = new AbortController();
    expect(await exported(source, format)).toBe(whole);
    late.abort(why);
    await on.unharmed();
  },
);
