import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { sampleFile } from '../../examples/memory-sample/file.js';
import type { Host } from '../../src/index.js';
import { troubles } from './browser.js';
import { browser, workbench } from './harness.js';

type Bench = { readonly bulkhead: Host; parts?: number };

const NODES = 4_000;

/** Loads the page anew, whatever it is at. */
async function load(page: Page): Promise<void> {
  await (page.url() === workbench.url ? page.reload() : page.goto(workbench.url));
  await page.waitForFunction(() => 'bulkhead' in window);
}

/** The lines of a memory as a file, without the first and the last. */
const linesOf = (page: Page, chat: string): Promise<string[]> =>
  page.evaluate(async (name) => {
    const graph = await (window as unknown as Bench).bulkhead.memory.open(name);
    let text = '';
    for await (const part of graph.export('jsonl')) text += part;
    return text.split('\n').slice(1, -2);
  }, chat);

const generate = (page: Page, chat: string, nodes: number, seed: number): Promise<unknown> =>
  page.evaluate(
    async ([name, file]) => (await (window as unknown as Bench).bulkhead.memory.open(name)).import([file]),
    [chat, sampleFile({ nodes, seed })] as const,
  );

/** Begins an import that nobody waits for; after so many parts it stands still. */
const begin = (page: Page, chat: string, parts: readonly string[], until = Number.POSITIVE_INFINITY): Promise<void> =>
  page.evaluate(
    async ([name, given, last]) => {
      const bench = window as unknown as Bench;
      const graph = await bench.bulkhead.memory.open(name);
      async function* slowly(): AsyncGenerator<string> {
        for (const [at, part] of given.entries()) {
          bench.parts = at;
          if (at >= (last ?? given.length)) await new Promise(() => {});
          yield part;
        }
        bench.parts = given.length;
      }
      graph.import(slowly()).catch(() => {});
    },
    [chat, parts, Number.isFinite(until) ? until : null] as const,
  );

const nodesIn = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('{"node":'));
/** Its nodes and edges. What stays keeps its place, so that their order says nothing here. */
const ofGraph = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith('{"node":') || line.startsWith('{"edge":')).sort();
const partsOf = (lines: readonly string[]): string[] =>
  [
    `{"format":"bulkhead-memory","version":1}\n`,
    ...lines.map((line) => `${line}\n`),
    `{"end":${lines.length}}\n`,
  ].reduce<string[]>((parts, line) => {
    const open = parts.at(-1);
    if (open === undefined || open.length > 100_000) parts.push(line);
    else parts[parts.length - 1] = open + line;
    return parts;
  }, []);

test('a page that is reloaded between two parts of an import has what was there before', {
  timeout: 180_000,
}, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await load(page);
  const wrong = troubles(page);
  await generate(page, 'file', NODES, 2);
  const parts = partsOf(await linesOf(page, 'file'));
  expect(parts.length).toBeGreaterThan(5);
  await generate(page, 'full', 300, 1);
  const before = { full: await linesOf(page, 'full'), empty: await linesOf(page, 'empty') };
  expect(nodesIn(before.full)).toHaveLength(300);
  for (const chat of ['full', 'empty'] as const) {
    await begin(page, chat, parts, 4);
    await page.waitForFunction(() => (window as unknown as Bench).parts === 4);
    await load(page);
    expect(await linesOf(page, chat)).toEqual(before[chat]);
  }
  // Everything can be done, the same import too.
  await begin(page, 'empty', parts);
  await page.evaluate(async () => {
    const graph = await (window as unknown as Bench).bulkhead.memory.open('empty');
    await new Promise<void>((resolve) => graph.onChange(({ nodes }) => nodes > 0 && resolve()));
  });
  expect(await linesOf(page, 'empty')).toEqual(await linesOf(page, 'file'));
  expect(wrong).toEqual([]);
});

test('a page that is reloaded while an import is kept has all of it or what was there before, and nothing torn', {
  timeout: 120_000,
}, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await load(page);
  await generate(page, 'file', NODES, 2);
  const file = await linesOf(page, 'file');
  const parts = partsOf(file);
  await generate(page, 'full', 300, 1);
  const full = await linesOf(page, 'full');
  const seen = new Set<string>();
  for (let round = 0; round < 6; round++) {
    // What is there: nothing, where the file's log is put in place; or a memory, which is changed.
    const chat = `chat-${round}`;
    const filled = round % 2 === 1;
    if (filled) await generate(page, chat, 300, 1);
    await begin(page, chat, parts);
    await page.waitForFunction((count) => (window as unknown as Bench).parts === count, parts.length);
    // Another moment each time, a message between page and worker long.
    await page.evaluate(async (turns) => {
      const { memory } = (window as unknown as Bench).bulkhead;
      for (let turn = 0; turn < turns; turn++) await memory.chats();
    }, round * 2);
    await load(page);
    const now = await linesOf(page, chat);
    const kept = nodesIn(now).length === NODES;
    seen.add(kept ? 'kept' : 'before');
    const whole = kept ? file : filled ? full : [];
    expect(ofGraph(now)).toEqual(ofGraph(whole));
  }
  console.log(JSON.stringify({ seen: [...seen] }));
});
