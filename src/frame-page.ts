import type { FrameInit, FrameReply, FrameRequest } from '../worker/rpc/wire.js';
import { scriptUrl } from './trusted.js';

/**
 * The whole program of the opaque frame (wall 5): compiles the engine once, spawns tool workers from a blob, ends
 * them. It has no network, no storage and no origin, and neither have its workers.
 */
addEventListener('message', function take(event: MessageEvent<FrameInit>) {
  if (event.source !== parent || event.data?.bulkhead !== 'init') return;
  removeEventListener('message', take);
  const { script, wasm, port } = event.data;
  const reply = (message: FrameReply) => port.postMessage(message);
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const workers = new Map<number, Worker>();
  const engine = WebAssembly.compile(wasm);
  engine.then(
    () => reply({ type: 'ready' }),
    (error: Error) => reply({ type: 'failed', message: error.message }),
  );

  const spawn = async ({ worker: id, start }: Extract<FrameRequest, { type: 'spawn' }>) => {
    try {
      const worker = new Worker(scriptUrl(url));
      workers.set(id, worker);
      worker.onerror = (error) =>
        reply({ type: 'failed', worker: id, message: error.message || 'the worker did not start' });
      worker.postMessage({ ...start, engine: await engine }, [start.port, ...Object.values(start.capabilities)]);
    } catch (error) {
      reply({ type: 'failed', worker: id, message: (error as Error).message });
    }
  };

  port.onmessage = ({ data }: MessageEvent<FrameRequest>) => {
    if (data.type === 'spawn') void spawn(data);
    else if (data.type === 'ping') reply({ type: 'pong', beat: data.beat });
    else {
      workers.get(data.worker)?.terminate();
      workers.delete(data.worker);
    }
  };
});

parent.postMessage({ bulkhead: 'frame' }, '*');
