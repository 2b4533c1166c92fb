import { subtleComputation } from '../../worker/natives/subtle.js';
import { serveComputation } from '../../worker/natives/subtle-port.js';
import type { FrameInit, FrameReply, FrameRequest } from '../../worker/rpc/wire.js';
import { scriptUrl } from '../primitives/index.js';

const FLAG = new Blob(['1']);
/** Reads a flag that is not revoked, as a tool worker would. */
const BLOB_PROBE = `onmessage = ({ data }) => { const request = new XMLHttpRequest();
  try { request.open('GET', data, false); request.send(); } catch {} postMessage(request.status === 200); }`;
/** Calls of one worker that can be interrupted at the same time. */
const FLAGS = 8;

/**
 * The whole program of the opaque frame (wall 5). It compiles the engine once, starts tool workers from a blob, and ends
 * them. It and its workers have no network, no storage and no origin.
 */
addEventListener('message', function take(event: MessageEvent<FrameInit>) {
  if (event.source !== parent || event.data?.bulkhead !== 'init') return;
  removeEventListener('message', take);
  const { script, wasm, port } = event.data;
  const reply = (message: FrameReply) => port.postMessage(message);
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const workers = new Map<number, Worker>();
  const crypts = new Map<number, MessagePort>();
  const flagsOf = new Map<number, readonly string[]>();
  const engine = WebAssembly.compile(wasm);
  let readable = true;
  Promise.all([engine, canSpawn()]).then(
    ([, canRead]) => {
      readable = canRead;
      reply({ type: 'ready' });
    },
    (error: Error) => reply({ type: 'failed', message: error.message }),
  );

  const raise = (worker: number, count: number) => {
    // A flag that cannot be read would look as if it had been revoked.
    if (!readable) return;
    const flags = Array.from({ length: count }, () => URL.createObjectURL(FLAG));
    flagsOf.set(worker, [...(flagsOf.get(worker) ?? []), ...flags]);
    reply({ type: 'flags', worker, flags });
  };
  const strike = (worker: number, flag: string) => {
    const flags = flagsOf.get(worker);
    if (!flags?.includes(flag)) return;
    URL.revokeObjectURL(flag);
    flagsOf.set(
      worker,
      flags.filter((other) => other !== flag),
    );
    raise(worker, 1);
  };

  /** A worker of an opaque origin has no Web Cryptography; this frame has, where the page has it. */
  const serveCrypto = (id: number): { subtle?: MessagePort } => {
    if (!crypto.subtle) return {};
    const { port1, port2 } = new MessageChannel();
    serveComputation(port1, subtleComputation({ crypto, atob: (data) => atob(data), btoa: (data) => btoa(data) }));
    crypts.set(id, port1);
    return { subtle: port2 };
  };

  const spawn = async ({ worker: id, start }: Extract<FrameRequest, { type: 'spawn' }>) => {
    try {
      const worker = new Worker(scriptUrl(url));
      workers.set(id, worker);
      worker.onerror = (error) =>
        reply({ type: 'failed', worker: id, message: error.message || 'the worker did not start' });
      const subtle = serveCrypto(id);
      worker.postMessage({ ...start, ...subtle, engine: await engine }, [start.port, ...Object.values(subtle)]);
      raise(id, FLAGS);
    } catch (error) {
      reply({ type: 'failed', worker: id, message: (error as Error).message });
    }
  };

  port.onmessage = ({ data }: MessageEvent<FrameRequest>) => {
    if (data.type === 'spawn') void spawn(data);
    else if (data.type === 'ping') reply({ type: 'pong', beat: data.beat });
    else if (data.type === 'interrupt') strike(data.worker, data.flag);
    else {
      for (const flag of flagsOf.get(data.worker) ?? []) URL.revokeObjectURL(flag);
      flagsOf.delete(data.worker);
      workers.get(data.worker)?.terminate();
      workers.delete(data.worker);
      crypts.get(data.worker)?.close();
      crypts.delete(data.worker);
    }
  };
});

/** Checks that workers start here: the page's CSP, which `srcdoc` inherits, may forbid them. Resolves to `true` if they read blobs. */
function canSpawn(): Promise<boolean> {
  if (location.href !== 'about:srcdoc') return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    const worker = new Worker(scriptUrl(URL.createObjectURL(new Blob([BLOB_PROBE]))));
    const settle = (work: () => void) => {
      worker.terminate();
      work();
    };
    worker.onmessage = ({ data }) => settle(() => resolve(data === true));
    worker.onerror = () => settle(() => reject(new Error('the page’s CSP allows the frame no worker')));
    worker.postMessage(URL.createObjectURL(FLAG));
  });
}

parent.postMessage({ bulkhead: 'frame' }, '*');
