import { BulkheadError } from '../../worker/protocol/errors.js';
import type { FrameReply, FrameRequest } from '../../worker/rpc/wire.js';
import { after, awakeTimeout, documentHtml } from '../primitives/index.js';
import { type HostAssets, type LoadedAssets, loadFrame, servedFrame } from './assets.js';
import type { Realm, RealmEvents, Spawned, SpawnedEvents } from './realm.js';

/** A frame that is silent for this many milliseconds is given up; the next worker tries again. */
const HELLO_MS = 10_000;
/** The frame's script runs before its load event. Without a hello this long after it, something has blocked the script. */
const AFTER_LOAD_MS = 400;
const BEAT_MS = 500;
const SILENCE_MS = 3_000;

/**
 * Opens the opaque frame (wall 5) and waits until it can spawn workers. The frame loads while `loading` does.
 * @throws `ASSET_UNREACHABLE`; `WALL_MISSING` with the reason: `details.blocked` is true if the page does not allow it, false if it
 * only took too long.
 */
export async function openFrame(
  kind: 'served' | 'srcdoc',
  assets: HostAssets,
  loading: LoadedAssets | Promise<LoadedAssets>,
  events: RealmEvents,
): Promise<Realm> {
  const element = document.createElement('iframe');
  // It hangs away from the host's framework, because moving a frame in the DOM reloads it without an event.
  element.sandbox.add('allow-scripts');
  element.hidden = true;
  element.title = 'Bulkhead';
  element.setAttribute('aria-hidden', 'true');
  if (kind === 'served') {
    const { url, why } = await servedFrame(assets);
    if (url === undefined) throw new BulkheadError('WALL_MISSING', why ?? 'not served', { wall: 5, blocked: true });
    element.src = url;
  } else element.srcdoc = documentHtml(await loadFrame(assets));

  let port: MessagePort;
  try {
    port = await greet(element, Promise.resolve(loading));
  } catch (error) {
    element.remove();
    throw error;
  }
  return watch(kind, element, port, events);
}

/** Waits for the frame's hello, gives it script and engine, and waits until it is ready. */
function greet(element: HTMLIFrameElement, loading: Promise<LoadedAssets>): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    let greeted = false;
    let cancel = awakeTimeout(HELLO_MS, () => fail('the frame did not answer in time', false));
    const finish = () => {
      cancel();
      removeEventListener('message', hello);
    };
    const fail = (why: string, blocked = true) => give(new BulkheadError('WALL_MISSING', why, { wall: 5, blocked }));
    const give = (error: unknown) => {
      finish();
      port1.close();
      observer.disconnect();
      reject(error);
    };
    // The frame may be removed from the page before its hello. No event reports that.
    const observer = new MutationObserver(() => {
      if (!element.isConnected) fail('the frame was removed while it was opened', false);
    });
    const hello = (event: MessageEvent) => {
      if (event.source !== element.contentWindow || event.data?.bulkhead !== 'frame') return;
      removeEventListener('message', hello);
      cancel();
      greeted = true;
      loading.then(({ script, wasm }) => {
        cancel = awakeTimeout(HELLO_MS, () => fail('the frame did not start its engine in time', false));
        const copy = wasm.slice(0);
        element.contentWindow?.postMessage({ bulkhead: 'init', script, wasm: copy, port: port2 }, '*', [port2, copy]);
      }, give);
    };
    port1.onmessage = ({ data }: MessageEvent<FrameReply>) => {
      if (data.type === 'failed') return fail(data.message);
      finish();
      observer.disconnect();
      resolve(port1);
    };
    element.addEventListener(
      'load',
      () => {
        if (greeted) return;
        const early = awakeTimeout(AFTER_LOAD_MS, () => fail('blocked by frame-src or by its own headers'));
        const before = cancel;
        cancel = () => {
          before();
          early();
        };
      },
      { once: true },
    );
    addEventListener('message', hello);
    document.documentElement.append(element);
    observer.observe(document.documentElement, { childList: true });
    loading.catch(give);
  });
}

/** A loaded frame with its watcher, because no event reports that a frame was moved, removed or killed. */
function watch(kind: 'served' | 'srcdoc', element: HTMLIFrameElement, port: MessagePort, events: RealmEvents): Realm {
  const spawns = new Map<number, SpawnedEvents>();
  let alive = true;
  let spawned = 0;
  let beat = 0;
  let cancelSilence: (() => void) | undefined;
  let cancelBeat = () => {};
  const send = (request: FrameRequest, transfer: Transferable[] = []) => port.postMessage(request, transfer);

  const close = () => {
    alive = false;
    cancelBeat();
    cancelSilence?.();
    removeEventListener('message', reborn);
    port.close();
    element.remove();
  };
  const lose = (why: string) => {
    if (!alive) return;
    close();
    events.onLost(new BulkheadError('WORKER_LOST', why));
  };
  // The frame was reloaded by a move. The document that had our workers is gone.
  const reborn = (event: MessageEvent) => {
    if (event.source === element.contentWindow && event.data?.bulkhead === 'frame') lose('the frame was loaded anew');
  };
  addEventListener('message', reborn);

  const pulse = () => {
    if (!element.isConnected) return lose('the frame was removed');
    beat += 1;
    cancelSilence = awakeTimeout(SILENCE_MS, () => lose('the frame no longer answers'));
    send({ type: 'ping', beat });
  };
  port.onmessage = ({ data }: MessageEvent<FrameReply>) => {
    if (data.type === 'failed') spawns.get(data.worker ?? -1)?.onFailed(data.message);
    else if (data.type === 'flags') spawns.get(data.worker)?.onFlags(data.flags);
    else if (data.type === 'pong' && data.beat === beat) {
      cancelSilence?.();
      cancelBeat = after(BEAT_MS, pulse);
    }
  };
  pulse();

  return {
    kind,
    fifth: `by a ${kind} frame`,
    get alive() {
      if (alive && !element.isConnected) lose('the frame was removed');
      return alive;
    },
    spawn(init, listener): Spawned {
      const worker = ++spawned;
      spawns.set(worker, listener);
      send({ type: 'spawn', worker, start: init }, [init.port]);
      return {
        terminate() {
          spawns.delete(worker);
          if (alive) send({ type: 'terminate', worker });
        },
        interrupt: (flag) => send({ type: 'interrupt', worker, flag }),
      };
    },
    close,
  };
}
