import { ASKER, echoAs, jsonPlugin, LARGE, PLUGIN_5_KB, SMALL } from '../plugins.js';
import type { Sample } from '../rounds.js';
import type { BlockName, BlockReply, BlockRequest } from './blocks.js';
import { bareInstance } from './instance.js';
import { freshIsolate, type Image, imageOf, type OurGuest, restoredIsolate } from './ours.js';
import { type RawGuest, rawGuest } from './raw.js';

/** The worker in which guests are made and called without a message between: what runs here is measured here. */

const ARGS = JSON.stringify(SMALL);
const READY = 'registerTool({ name: "main", mode: "read", exec: (args) => args.n })';
let engine: Promise<WebAssembly.Module>;

/** Starts `count` of something, all of them alive until the last stands; asks the last one, which is not measured. */
async function starts<T>(
  count: number,
  start: (module: WebAssembly.Module) => Promise<T>,
  ask?: (made: T) => string,
): Promise<Sample> {
  const module = await engine;
  const alive: T[] = [];
  const began = performance.now();
  for (let i = 0; i < count; i++) alive.push(await start(module));
  const ms = (performance.now() - began) / count;
  const last = alive.pop();
  return { ms, ...(ask && last !== undefined && { answer: ask(last) }) };
}

function calls(count: number, call: () => string): Sample {
  let answer = '';
  const began = performance.now();
  for (let i = 0; i < count; i++) answer = call();
  return { ms: (performance.now() - began) / count, answer };
}

/** Makes something once, at its first use. */
function once<T>(make: (module: WebAssembly.Module) => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= engine.then(make);
    return made;
  };
}

const baseImage = once((module) => imageOf(module));
const pluginImage = once((module) => imageOf(module, PLUGIN_5_KB));
const loaded = (source: string) =>
  once(async (module) => {
    const guest = await freshIsolate(module);
    guest.load(source);
    return guest;
  });
const asker = loaded(ASKER);
const warm = once(async (module) => {
  const image = await imageOf(module, echoAs('main'));
  return { image, guest: await restoredIsolate(module, image) };
});
const largeText = JSON.stringify(LARGE);
const json = loaded(jsonPlugin(largeText));

const loadReady = <T extends OurGuest | RawGuest>(guest: T): string => {
  guest.load(READY);
  return guest.call(ARGS);
};
const callPlugin = (guest: OurGuest | RawGuest): string => guest.call(ARGS);

/** Restores guests, loads a source in each where there is one, and calls each once. */
function loadAndCall(count: number, image: Image, source: string): Promise<Sample> {
  let answer = '';
  const load = async (module: WebAssembly.Module) => {
    const guest = await restoredIsolate(module, image);
    if (source !== '') guest.load(source);
    answer = guest.call(ARGS);
    return guest;
  };
  return starts(count, load, () => answer);
}

const BLOCKS: { readonly [name in BlockName]: (count: number) => Promise<Sample> } = {
  instance: (count) => starts(count, async (module) => bareInstance(module)),
  fresh: (count) => starts(count, freshIsolate, loadReady),
  restored: async (count) => {
    const image = await baseImage();
    return starts(count, (module) => restoredIsolate(module, image), loadReady);
  },
  raw: (count) => starts(count, rawGuest, loadReady),
  'load-image': async (count) => {
    const image = await pluginImage();
    return starts(count, (module) => restoredIsolate(module, image), callPlugin);
  },
  'load-source': async (count) => {
    const image = await baseImage();
    const load = async (module: WebAssembly.Module) => {
      const guest = await restoredIsolate(module, image);
      guest.load(PLUGIN_5_KB);
      return guest;
    };
    return starts(count, load, callPlugin);
  },
  'load-raw': (count) => {
    const load = async (module: WebAssembly.Module) => {
      const guest = await rawGuest(module);
      guest.load(PLUGIN_5_KB);
      return guest;
    };
    return starts(count, load, callPlugin);
  },
  'load-and-call': async (count) => loadAndCall(count, await baseImage(), PLUGIN_5_KB),
  'image-and-call': async (count) => loadAndCall(count, await pluginImage(), ''),
  warm: async (count) => {
    const { guest, image } = await warm();
    // As between two calls of a plugin: each finds it untouched.
    return calls(count, () => {
      guest.reset(image);
      return guest.call(ARGS);
    });
  },
  'warm-kept': async (count) => {
    const { guest } = await warm();
    return calls(count, () => guest.call(ARGS));
  },
  'bare-call': async (count) => {
    const guest = await asker();
    return calls(count, () => guest.call('{"n":7}'));
  },
  'asking-call': async (count) => {
    const guest = await asker();
    return calls(count, () => guest.call('{"n":7,"ask":true}'));
  },
  json: async (count) => {
    const guest = await json();
    const args = JSON.stringify({ times: count });
    const began = performance.now();
    const answer = guest.call(args);
    // The tool's result is a text that is put into JSON once more; of `count` it is one.
    return { ms: (performance.now() - began) / count, answer: JSON.parse(answer) as string };
  },
};

/** Collects what the last block left behind: a process has room for about 120 memories, and none for the next block's. */
async function collect(): Promise<void> {
  const { gc } = globalThis as { gc?: (options: { type: 'major'; execution: 'async' }) => Promise<void> };
  await gc?.({ type: 'major', execution: 'async' });
}

addEventListener('message', async ({ data }: MessageEvent<BlockRequest>) => {
  if ('wasm' in data) {
    engine = WebAssembly.compile(data.wasm);
    return;
  }
  let reply: BlockReply;
  try {
    reply = { sample: await BLOCKS[data.block](data.count) };
  } catch (error) {
    reply = { error: (error as Error).message };
  }
  await collect();
  postMessage(reply);
});
