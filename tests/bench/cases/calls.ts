import { openNearEcho, openPeerFrame, type PeerWorker } from '../frame.js';
import { execute, install, openHost } from '../host.js';
import { atMost, type Bench } from '../outcome.js';
import { ECHO, LARGE, SMALL } from '../plugins.js';
import { type Alternative, BLOCK, block, compare, interleave } from '../rounds.js';
import { engineBytes, openBenchWorker } from '../worker/blocks.js';

const echo = (name: string, worker: PeerWorker): Alternative => ({
  name,
  sample: () => block(BLOCK, () => worker.ask(SMALL)),
});

/** A small call of a plugin whose worker is live, one after another. */
export const warmCall: Bench = {
  name: 'warm-call',
  async run() {
    const host = await openHost();
    await install(host, ECHO);
    const script = await (await fetch('/bench/raw-echo.js')).text();
    const frame = await openPeerFrame({ raw: script });
    const raw = frame.spawn('raw', { wasm: await engineBytes() });
    await raw.next();
    const text = JSON.stringify(SMALL);
    const rounds = await interleave([
      { name: 'ours', sample: () => block(BLOCK, () => execute(host, 'echo', SMALL)) },
      echo('bare echo in the same frame', frame.spawn('echo')),
      {
        name: 'raw quickjs-emscripten behind a bare port in the same frame',
        sample: () => block(BLOCK, () => raw.ask(text), String),
      },
      echo('bare echo in the page’s own process', openNearEcho()),
    ]);
    await host.dispose();
    return [
      compare(rounds, {
        name: 'warm-call',
        what: 'warm small call from main / bare echo in the same frame',
        goal: atMost(2, 1.3),
        ours: 'ours',
        peer: 'bare echo in the same frame',
        notes: [`blocks of ${BLOCK} calls, one after another`],
      }),
    ];
  },
};

const PIPE = 100;

/** A hundred calls at once. */
export const batch100: Bench = {
  name: 'batch-100',
  async run() {
    const host = await openHost();
    await install(host, ECHO);
    const frame = await openPeerFrame();
    const worker = frame.spawn('echo');
    const calls = Array.from({ length: PIPE }, () => ({ name: 'echo', args: SMALL }));
    const batch = async () =>
      (await host.tools.executeBatch(calls)).map((one) => (one.ok ? one.result.value : String(one.error)));
    const pipe = () => Promise.all(calls.map(({ args }) => worker.ask(args)));
    const each = (name: string, all: () => Promise<unknown>): Alternative => ({
      name,
      sample: async () => {
        const { ms, ...rest } = await block(10, all);
        return { ms: ms / PIPE, ...rest };
      },
    });
    const rounds = await interleave([each('ours, one batch', batch), each('pipelined bare echo', pipe)]);
    await host.dispose();
    return [
      compare(rounds, {
        name: 'batch-100',
        what: '100 calls in one batch, per call / pipelined bare echo in the same frame',
        goal: atMost(1.2),
        ours: 'ours, one batch',
        peer: 'pipelined bare echo',
        notes: [`blocks of 10 batches of ${PIPE} calls`],
      }),
    ];
  },
};

/** A call whose arguments and result are 100 KB: most of it is JSON in the guest, which nobody can save. */
export const payload100k: Bench = {
  name: 'payload-100k',
  async run() {
    const host = await openHost();
    await install(host, ECHO);
    const [worker, frame] = [await openBenchWorker(), await openPeerFrame()];
    const echoed = frame.spawn('echo');
    const text = JSON.stringify(LARGE);
    const inGuest = { name: 'JSON in the guest', sample: () => worker.run('json', BLOCK) };
    const wire = { name: 'one text echo', sample: () => block(BLOCK, () => echoed.ask(text), String) };
    const parts: { [name: string]: number } = {};
    const both: Alternative = {
      name: 'JSON in the guest + one text echo',
      sample: async () => {
        const samples = [await inGuest.sample(), await wire.sample()] as const;
        [parts[inGuest.name], parts[wire.name]] = [samples[0].ms, samples[1].ms];
        if (samples[0].answer !== samples[1].answer) throw new Error('guest and echo answer different texts');
        return { ms: samples[0].ms + samples[1].ms, answer: text };
      },
    };
    const ours = { name: 'ours', sample: () => block(BLOCK, () => execute(host, 'echo', LARGE)) };
    const rounds = await interleave([ours, both], 5);
    await host.dispose();
    const shown = Object.entries(parts).map(([name, ms]) => `${name} ${ms.toFixed(3)} ms`);
    return [
      compare(rounds, {
        name: 'payload-100k',
        what: `${Math.round(text.length / 1_000)} KB of arguments and result / in-guest JSON and one text echo`,
        goal: atMost(1.3),
        ours: ours.name,
        peer: both.name,
        notes: [`blocks of ${BLOCK} calls; the peer’s parts in the last round: ${shown.join(', ')}`],
      }),
    ];
  },
};
