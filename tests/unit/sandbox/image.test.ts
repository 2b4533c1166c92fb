import { beforeAll, describe, expect, test } from 'vitest';
import { baseImage, SECTION } from '../../../sandbox/base.js';
import { type Image, LAYOUT } from '../../../sandbox/image.js';
import { createIsolate, ImageError, type Isolate, SAY, TO_GUEST } from '../../../sandbox/isolate.js';
import { bundleEngine } from '../../../scripts/vite/bundle.mjs';

const MiB = 1024 * 1024;
const GUEST = {
  resultChars: MiB,
  requestChars: 65_536,
  requestsInFlight: 64,
  tools: 8,
  schemaChars: 65_536,
  errorNameChars: 200,
  errorMessageChars: 2_000,
  logLineChars: 4_000,
  namesTaken: [],
};
let engine: Buffer<ArrayBuffer>;
let module: WebAssembly.Module;
let base: Image;

beforeAll(async () => {
  engine = await bundleEngine();
  module = await WebAssembly.compile(engine);
  const image = baseImage(module);
  if (typeof image === 'string') throw new Error(image);
  base = image;
});

const tool = (body: string, before = '') =>
  `${before}; registerTool({ name: 'main', description: '', mode: 'read', parameters: { type: 'object' }, exec: async (args, ctx) => { ${body} } });`;

interface Made {
  readonly isolate: Isolate;
  readonly said: { kind: number; text: string }[];
  /** Calls the tool and answers what it said last. */
  call(args?: string): string | undefined;
}

async function guest(image: Image | undefined): Promise<Made> {
  const said: { kind: number; text: string }[] = [];
  const isolate = await createIsolate({
    module,
    memoryBytes: 64 * MiB,
    stackBytes: 65_536,
    guest: GUEST,
    seed: () => crypto.getRandomValues(new Uint8Array(8)),
    stop: () => false,
    onMessage: (kind, _id, text) => said.push({ kind, text }),
    image,
  });
  const call = (args = '{}') => {
    isolate.send(TO_GUEST.execute, 1, 'main', args);
    isolate.pump(() => 'go');
    return said.at(-1)?.text;
  };
  return { isolate, said, call };
}

async function loaded(source: string, image: Image | undefined = base): Promise<Made & { readonly image: Image }> {
  const made = await guest(image);
  made.isolate.load(source);
  made.isolate.pump(() => 'go');
  expect(made.said.at(-1)?.kind).toBe(SAY.loaded);
  const taken = made.isolate.capture();
  if (!taken) throw new Error('not at rest');
  return { ...made, image: taken };
}

const COUNTS = tool('globalThis.n = (globalThis.n ?? 0) + 1; kept.push(n); return [n, kept.length]', 'const kept = []');

describe('an image', () => {
  test('of an empty guest serves a plugin as a guest that started from nothing does', async () => {
    const body = tool(
      'return [args.a, typeof registerTool, typeof console.log, new Date(0).toISOString(), [...new Set("aab")]]',
    );
    const [fresh, restored] = [await loaded(body, undefined), await loaded(body)];
    expect(restored.said).toEqual(fresh.said);
    expect(restored.call('{"a":"ä😀"}')).toBe(fresh.call('{"a":"ä😀"}'));
  });

  test('of a plugin holds what it had when it was loaded, in another instance too', async () => {
    const { image, call } = await loaded(COUNTS);
    expect([call(), call()]).toEqual(['[1,1]', '[2,2]']);
    const other = await guest(image);
    expect([other.call(), other.call()]).toEqual(['[1,1]', '[2,2]']);
  });

  test('put back in place forgets every trace of the calls before', async () => {
    const { image, call, isolate } = await loaded(COUNTS);
    for (let i = 0; i < 20; i++) {
      expect(call()).toBe('[1,1]');
      expect(isolate.reset(image)).toBe(true);
    }
  });

  test('put back in place clears what a call used beyond it', async () => {
    const secret = 'correct horse battery staple';
    const { image, call, isolate } = await loaded(
      tool('globalThis.kept = Array.from({ length: 2000 }, (_, i) => args.text + i); return 1'),
    );
    call(JSON.stringify({ text: secret }));
    isolate.reset(image);
    const now = isolate.capture();
    expect(now?.heap.length).toBe(image.heap.length);
    expect(Buffer.from(now?.heap ?? []).includes(secret)).toBe(false);
    expect(call('{"text":""}')).toBe('1');
  });

  test('draws other random numbers each time it is restored', async () => {
    const { image, call, isolate } = await loaded(tool('return Math.random()'));
    const drawn = new Set([call()]);
    for (let i = 0; i < 10; i++) {
      isolate.reset(image);
      drawn.add(call());
      drawn.add((await guest(image)).call());
    }
    expect(drawn.size).toBe(21);
  });

  test('needs nothing of the C stack: it is dead between calls', async () => {
    const { image, call, isolate } = await loaded(COUNTS);
    // A call with a deep stack leaves its frames behind, and the memory of a new instance has none.
    const deep = await loaded(tool('const f = (n) => n === 0 ? 0 : 1 + f(n - 1); return f(200)'));
    expect(deep.call()).toBe('200');
    expect(deep.isolate.reset(deep.image)).toBe(true);
    expect(deep.call()).toBe('200');
    expect((await guest(deep.image)).call()).toBe('200');
    expect([isolate.reset(image), call()]).toEqual([true, '[1,1]']);
  });

  test('is not put back where the memory has grown: such a guest is given up', async () => {
    const { image, call, isolate } = await loaded(
      tool('globalThis.kept = new Uint8Array(args.bytes).fill(1); return 1'),
    );
    expect(call(JSON.stringify({ bytes: 20 * MiB }))).toBe('1');
    expect(isolate.reset(image)).toBe(false);
    expect((await guest(image)).call('{"bytes":1}')).toBe('1');
  });

  test('of a guest with a large heap is restored with all of it', async () => {
    const { image } = await loaded(
      tool('return table[299999].i', 'const table = Array.from({ length: 300000 }, (_, i) => ({ i }))'),
    );
    expect(image.heap.length).toBeGreaterThan(12 * MiB);
    expect((await guest(image)).call()).toBe('299999');
  });

  test('is not taken while jobs wait', async () => {
    const made = await guest(base);
    made.isolate.load(tool('return 1'));
    expect(made.isolate.capture()).toBeUndefined();
    made.isolate.pump(() => 'go');
    expect(made.isolate.capture()).toBeDefined();
  });

  test('that is none is refused: the guest does not wake up', async () => {
    const nothing = { ...base, data: base.data.slice().fill(0), heap: base.heap.slice().fill(0) };
    await expect(guest(nothing)).rejects.toThrow(ImageError);
  });
});

test('a guest without memory left is finished by a reply that does not fit, and nothing is written where the engine lives', async () => {
  const fill =
    'const kept = []; try { for (;;) kept.push(new Uint8Array(50_000)); } catch {} await new Promise(() => {});';
  for (const keep of [0, 1, 2, 4]) {
    const { isolate, said } = await loaded(tool(`${fill.replace('await', `kept.length -= ${keep}; await`)}`));
    isolate.send(TO_GUEST.execute, 1, 'main', '{}');
    isolate.pump(() => 'go');
    const before = said.length;
    isolate.send(TO_GUEST.reply, 1, '', JSON.stringify('A'.repeat(400_000)));
    isolate.send(TO_GUEST.alive, 1, '', 'AAAA');
    if (isolate.fault) expect(said.length).toBe(before);
    else
      expect(
        isolate
          .capture()
          ?.data.subarray(0, 64)
          .every((byte) => byte === 65),
      ).toBe(false);
  }
});

describe('the engine’s file', () => {
  test('holds the same image whenever it is built', async () => {
    expect((await bundleEngine()).equals(engine)).toBe(true);
  });

  test('of another version, or without an image, is told from ours', async () => {
    const at = engine.indexOf(SECTION) + SECTION.length;
    const other = Buffer.from(engine);
    other[at] = (other[at] ?? 0) ^ 1;
    expect(baseImage(await WebAssembly.compile(other))).toMatch(/another version/);
    const bare = await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    expect(baseImage(bare)).toMatch(/no image/);
  });

  test('leaves no hour of the machine that built it in the image', async () => {
    const zone = process.env.TZ;
    try {
      process.env.TZ = 'Asia/Kathmandu';
      expect((await loaded(tool('return new Date(0).getTimezoneOffset()'))).call()).toBe('-330');
    } finally {
      process.env.TZ = zone;
    }
  });
});

test('the memory layout leaves room for static data, stack and heap in this order', () => {
  expect(LAYOUT.heapBreak).toBeLessThan(LAYOUT.stackStart);
  expect(LAYOUT.stackStart).toBeLessThan(LAYOUT.stackEnd);
});
