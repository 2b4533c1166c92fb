import { openPeerFrame } from '../frame.ts';
import { coldCall, execute, install, openHost } from '../host.ts';
import { PLUGIN_5_KB, SMALL } from '../plugins.ts';
import { BLOCK, block, interleave, ROUNDS, STARTS } from '../rounds.ts';
import { SHIM } from './shim.mjs';

const TEXT = JSON.stringify(SMALL);
const NATIVE = `${SHIM}\n${PLUGIN_5_KB}
onmessage = ({ data: { port } }) => {
  port.onmessage = ({ data }) => port.postMessage(JSON.stringify(tool.exec(JSON.parse(data))));
};`;

/** A worker of the page with a port into it. */
function inPage(url, start) {
  const worker = new Worker(url, { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ port: port2, ...start }, [port2]);
  const ask = (message) =>
    new Promise((resolve, reject) => {
      port1.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message: why }) => reject(new Error(`${url}: ${why}`));
      port1.postMessage(message);
    });
  return { ask, end: () => worker.terminate() };
}

/** Starts and warm calls of all peers, in turn with ours. */
window.measureByHand = async () => {
  const host = await openHost();
  const id = await install(host, PLUGIN_5_KB);
  const module = await WebAssembly.compileStreaming(fetch('/wasi.wasm'));
  const frame = await openPeerFrame({ native: NATIVE });
  const peers = {
    'quickjs-wasi in a worker': () => inPage('/wasi.js', { module }),
    'SES compartment in a worker': () => inPage('/ses.js', {}),
    'sandboxed frame without QuickJS': () => frame.spawn('native'),
  };
  const start = (open) => async () => {
    const began = performance.now();
    const peer = open();
    const answer = await peer.ask(TEXT);
    const ms = performance.now() - began;
    peer.end();
    return { ms, answer };
  };
  const bare = start(() => frame.spawn('echo'));
  const starts = await interleave(
    [
      { name: 'ours', sample: () => coldCall(host, id, 'main', SMALL, 1) },
      ...Object.entries(peers).map(([name, open]) => ({ name, sample: start(open) })),
      { name: 'bare worker in a frame', sample: async () => ({ ms: (await bare()).ms }) },
    ],
    STARTS,
  );
  const live = Object.entries(peers).map(([name, open]) => ({ name, peer: open() }));
  const echo = frame.spawn('echo');
  const warm = await interleave(
    [
      { name: 'ours', sample: () => block(BLOCK, () => execute(host, 'main', SMALL)) },
      ...live.map(({ name, peer }) => ({ name, sample: () => block(BLOCK, () => peer.ask(TEXT), String) })),
      { name: 'bare worker in a frame', sample: async () => ({ ms: (await block(BLOCK, () => echo.ask(TEXT))).ms }) },
    ],
    ROUNDS,
  );
  return { differ: starts.differ ?? warm.differ, starts: starts.timings, warm: warm.timings };
};
