import { readFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { mergeMirror, mirrorOf } from '../../../worker/memory/chat/mirror.js';
import { readMirror, writeMirror } from '../../../worker/memory/chat/mirror-text.js';
import type { Commit } from '../../../worker/memory/graph/records.js';
import { openLogs } from '../../../worker/memory/log/logs.js';
import { packedMirror, plainMirror } from '../../fixtures/memory-mirror.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

const device = () =>
  ChatGraph.open({
    ...{ logs: openLogs({ store: null }), chat: 'chat', types: undefined, ownTypes: undefined },
    onChange: () => {},
  });
let batches = 0;
async function filled(count: number): Promise<ChatGraph> {
  const graph = await device();
  for (let at = 0; at < count; at++) {
    batches += 1;
    const fields = { status: `open since day ${at}` };
    await graph.write(`batch-${batches}`, 'createNode', [{ type: 'thread', title: `thread ${at}`, fields }]);
  }
  return graph;
}
const titles = (graph: ChatGraph) => graph.reads.api.listNodes({}).map(({ title }) => title);
const versionOf = (text: string): unknown => (JSON.parse(text) as { readonly version: unknown }).version;
async function commitOf(graph: ChatGraph): Promise<Commit> {
  const [commit] = await graph.everything();
  if (!commit) throw new Error('nothing was kept');
  return commit;
}

test('what is written is packed, a fraction of what the first version wrote, and says the same', async () => {
  const graph = await filled(50);
  const { text, commits, whole } = await mirrorOf(graph, 262_144);
  expect([versionOf(text), commits, whole]).toEqual([2, 50, true]);
  const said = await readMirror(text);
  expect(text.length).toBeLessThan(JSON.stringify(plainMirror(said)).length / 4);
  expect(said.commits.map(({ batch }) => batch)).toEqual((await graph.everything()).map(({ batch }) => batch));
});

test('a text of the first version is read', async () => {
  // The first five commits of a memory that the build before the second version has written.
  const text = await readFile(new URL('../../fixtures/memory/mirror-1.txt', import.meta.url), 'utf8');
  const graph = await device();
  expect(await mergeMirror(graph, text)).toBe(true);
  expect(graph.info).toMatchObject({ nodes: 15, edges: 18, commits: 5 });
  // And what is written of it then says the same.
  expect(plainMirror(await readMirror((await mirrorOf(graph, 262_144)).text)).commits).toEqual(
    JSON.parse(text).commits,
  );
});

test('where nothing can be packed it is written as the first version did, and what is packed is refused', async () => {
  const graph = await filled(20);
  const packed = (await mirrorOf(graph, 262_144)).text;
  vi.stubGlobal('CompressionStream', undefined);
  vi.stubGlobal('DecompressionStream', undefined);
  const { text, commits } = await mirrorOf(graph, 262_144);
  expect([versionOf(text), commits]).toEqual([1, 20]);
  expect((await mirrorOf(graph, 4_000)).whole).toBe(false);
  expect((await mirrorOf(graph, 4_000)).text.length).toBeLessThanOrEqual(4_000);
  await expect(readMirror(packed)).rejects.toMatchObject({ code: 'BAD_ARGS' });
  vi.unstubAllGlobals();
  const to = await device();
  await mergeMirror(to, text);
  expect(titles(to)).toEqual(titles(graph));
});

test('the same state is the same text, also where another platform has packed it in another way', async () => {
  const graph = await filled(20);
  const { text } = await mirrorOf(graph, 262_144);
  expect((await mirrorOf(graph, 262_144, false, text)).text).toBe(text);
  const { family, packed } = JSON.parse(text) as { readonly family: string; readonly packed: string };
  const { inflateRawSync, deflateRawSync } = await import('node:zlib');
  const content = inflateRawSync(Buffer.from(packed, 'base64'));
  const other = packedMirror('', { family, packed: deflateRawSync(content, { level: 1 }).toString('base64') });
  expect(other).not.toBe(text);
  expect((await mirrorOf(graph, 262_144, false, other)).text).toBe(other);
  expect((await mirrorOf(graph, 262_144, false, 'nonsense')).text).toBe(text);
  // What the first version wrote is packed now.
  const plain = JSON.stringify(plainMirror(await readMirror(text)));
  expect((await mirrorOf(graph, 262_144, false, plain)).text).toBe(text);
  batches += 1;
  await graph.write(`batch-${batches}`, 'createNode', [{ type: 'thread', title: 'new' }]);
  expect((await mirrorOf(graph, 262_144, false, text)).text).not.toBe(text);
});

test('a memory without anything is the same text on every device, which any version reads', async () => {
  const [one, other] = [await device(), await device()];
  const { text, commits, whole } = await mirrorOf(one, 262_144);
  expect([versionOf(text), commits, whole]).toEqual([1, 0, true]);
  const alone = { commits: [], gone: [] };
  expect((await writeMirror({ family: 'aaaaaa', ...alone }, 1_000)).text).toBe(text);
  expect(await mergeMirror(other, text)).toBe(false);
  expect(other.info.commits).toBe(0);
});

test('a mirror has no more characters than it may have, and what has no room in it is not looked at', async () => {
  const commit = await commitOf(await filled(1));
  let looked = 0;
  const commits = Array.from({ length: 10_000 }, (_, at) => ({
    ...commit,
    batch: `batch-${at}`,
    get ops() {
      looked += 1;
      return commit.ops;
    },
  }));
  const gone = Array.from({ length: 900 }, (_, at) => `gone-${at}-${'x'.repeat(30)}`);
  const { text, whole } = await writeMirror({ family: 'abc123', commits, gone }, 8_000);
  const { gone: names, commits: newest } = await readMirror(text);
  expect([whole, text.length <= 8_000, names.at(-1)]).toEqual([false, true, gone.at(-1)]);
  expect(newest.at(-1)?.batch).toBe('batch-9999');
  expect(looked).toBeLessThan(1_500);
});

test('of what is too much when packed the newest is written, and little room is left over', async () => {
  const commit = await commitOf(await filled(1));
  const [change] = commit.ops;
  if (change?.op !== 'upsert_node') throw new Error('no node was written');
  const { node } = change;
  const commits = Array.from({ length: 400 }, (_, at) => {
    const summary = Array.from({ length: 10 }, () => crypto.randomUUID()).join();
    return {
      ...commit,
      batch: `batch-${at}`,
      ops: [{ ...change, node: { ...node, id: `n_${at}`, fields: { summary } } }],
    };
  });
  const { text, ...written } = await writeMirror({ family: 'abc123', commits, gone: [] }, 50_000);
  expect(text.length).toBeLessThanOrEqual(50_000);
  expect(text.length).toBeGreaterThan(40_000);
  const said = await readMirror(text);
  expect(written).toEqual({ commits: said.commits.length, whole: false });
  expect(said.commits.at(-1)?.batch).toBe('batch-399');
});

test('what would unpack to more than is read is not written: Chinese takes three bytes a character', async () => {
  const commit = await commitOf(await filled(1));
  const [change] = commit.ops;
  if (change?.op !== 'upsert_node') throw new Error('no node was written');
  const commits = Array.from({ length: 200 }, (_, at) => {
    const node = { ...change.node, id: `n_${at}`, fields: { summary: `${at}${'雪山'.repeat(10_000)}` } };
    return { ...commit, batch: `batch-${at}`, ops: [{ ...change, node }] };
  });
  const { text, ...written } = await writeMirror({ family: 'abc123', commits, gone: [] }, 262_144);
  const said = await readMirror(text);
  expect(written).toEqual({ commits: said.commits.length, whole: false });
  expect(said.commits.length).toBeGreaterThan(50);
});

const nothing = { gone: [], names: '', heads: [], ops: [] };
const HEAD = ['batch', null, 0, 1, 0, 0, 0];
const sheet = { id: 'n_1', type: 'thread', title: 't', fields: { note: 'x'.repeat(20_000) } };

test.each([
  ['no JSON', '{'],
  ['another format', '{"format":"x"}'],
  ['no family', '{"format":"bulkhead-memory-mirror","version":1,"commits":[]}'],
  ['no family, packed', packedMirror(nothing, { family: 'x' })],
  ['a commit that is none', '{"format":"bulkhead-memory-mirror","version":1,"family":"abc123","commits":[{}]}'],
  ['far too much', ' '.repeat(2_097_153)],
  ['nothing packed', packedMirror(nothing, { packed: undefined })],
  ['no base64', packedMirror(nothing, { packed: '§' })],
  ['no archive', packedMirror(nothing, { packed: 'AAAA' })],
  ['an archive that is cut off', packedMirror(nothing, { packed: '7ctBDQAgDASwWrgHJgAFgFEQ' })],
  ['no JSON, packed', packedMirror('{')],
  ['no commits, packed', packedMirror({})],
  ['a commit that is none, packed', packedMirror({ ...nothing, heads: [0] })],
  ['a commit without changes', packedMirror({ ...nothing, heads: [HEAD] })],
  ['a name that is missing', packedMirror({ ...nothing, heads: [[0, ...HEAD.slice(1)]], ops: [[]] })],
  ['no number of a counter', packedMirror({ ...nothing, heads: [['batch', null, 0, 1]], ops: [[]] })],
  ['a counter below zero', packedMirror({ ...nothing, heads: [['batch', null, 0, -1, 0, 0, 0]], ops: [[]] })],
  ['a change that is none', packedMirror({ ...nothing, heads: [HEAD], ops: [[null]] })],
  ['an edge that is none', packedMirror({ ...nothing, heads: [HEAD], ops: [[[1, 'a']]] })],
  ['a node without an id', packedMirror({ ...nothing, heads: [HEAD], ops: [[{ type: 'thread' }]] })],
  [
    'a value that is far too deep',
    packedMirror(
      JSON.stringify({ ...nothing, heads: [HEAD], ops: [[{ ...sheet, fields: { note: 0 } }]] }).replace(
        '"note":0',
        `"note":${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      ),
    ),
  ],
  ['a bomb', packedMirror(' '.repeat(100_000_000))],
  ['more than it may unpack to', packedMirror(`${JSON.stringify(nothing)}${' '.repeat(4_194_304)}`)],
  [
    'changes that stand for far more than was packed',
    packedMirror({ ...nothing, heads: [HEAD], ops: [[sheet, ...Array(10_000).fill({ id: 'n_1', archived: true })]] }),
  ],
  ['far too many commits', packedMirror({ ...nothing, heads: Array(20_001).fill(HEAD), ops: Array(20_001).fill([]) })],
])('a mirror with %s is refused, and nothing changes', async (_what, text) => {
  const mine = await filled(1);
  await expect(mergeMirror(mine, text)).rejects.toMatchObject({ code: 'BAD_ARGS' });
  expect(mine.info).toMatchObject({ nodes: 1, commits: 1 });
});

test('a packed text that is cut off anywhere is refused', async () => {
  const { text } = await mirrorOf(await filled(20), 262_144);
  const { packed, family } = JSON.parse(text) as { readonly packed: string; readonly family: string };
  for (let length = 0; length < packed.length - 4; length += 40) {
    const cut = packedMirror('', { family, packed: packed.slice(0, length) });
    await expect(readMirror(cut), `${length}`).rejects.toMatchObject({ code: 'BAD_ARGS' });
  }
});

test('a mirror of a newer version is refused as such', async () => {
  const newer = readMirror('{"format":"bulkhead-memory-mirror","version":3}');
  await expect(newer).rejects.toMatchObject({ code: 'STORE_NEWER' });
});
