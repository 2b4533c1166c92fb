import type { FrameOrder, FrameStart } from './frame-page.js';

/** Scripts of the peers that are bare workers. */
const SCRIPTS = {
  /** Answers every message with itself. */
  echo: 'onmessage = ({ data: { port } }) => { port.onmessage = ({ data }) => port.postMessage(data); };',
  /** Burns for as long as it is told, in one task; says when it begins and when it is through. */
  burner: `onmessage = ({ data: { port, ms } }) => {
    port.postMessage('burning');
    for (const until = performance.now() + ms; performance.now() < until; );
    port.postMessage('through');
  };`,
};

/** A worker of a peer, with a port into it. */
export interface PeerWorker {
  readonly port: MessagePort;
  /** The next message of the worker. */
  next(): Promise<unknown>;
  /** Posts, and waits for the answer. */
  ask(message: unknown): Promise<unknown>;
  end(): void;
}

export interface PeerFrame {
  /** Spawns a worker in the frame; it has not started when this answers. */
  spawn(script: string, start?: object): PeerWorker;
}

const peerWorker = (port: MessagePort, end: () => void): PeerWorker => {
  const said: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  port.onmessage = ({ data }) => {
    const wake = waiting.shift();
    if (wake) wake(data);
    else said.push(data);
  };
  const next = () =>
    said.length > 0 ? Promise.resolve(said.shift()) : new Promise<unknown>((resolve) => waiting.push(resolve));
  const ask = (message: unknown) => {
    port.postMessage(message);
    return next();
  };
  return { port, next, ask, end };
};

/** Opens the benches' own opaque frame. `more` are texts of further scripts by their names. */
export function openPeerFrame(more: { readonly [name: string]: string } = {}): Promise<PeerFrame> {
  const element = document.createElement('iframe');
  element.sandbox.add('allow-scripts');
  element.hidden = true;
  element.src = '/bench/frame.html';
  const { port1: port, port2 } = new MessageChannel();
  let count = 0;
  const order = (request: FrameOrder, transfer: Transferable[] = []) => port.postMessage(request, transfer);
  return new Promise((resolve) => {
    const hello = ({ source, data }: MessageEvent) => {
      if (source !== element.contentWindow || data?.bench !== 'frame') return;
      removeEventListener('message', hello);
      const start: FrameStart = { bench: 'init', scripts: { ...SCRIPTS, ...more }, port: port2 };
      element.contentWindow?.postMessage(start, '*', [port2]);
    };
    port.onmessage = () =>
      resolve({
        spawn(script, start = {}) {
          const worker = ++count;
          const channel = new MessageChannel();
          order({ type: 'spawn', worker, script, port: channel.port2, start }, [channel.port2]);
          return peerWorker(channel.port1, () => order({ type: 'end', worker }));
        },
      });
    addEventListener('message', hello);
    document.documentElement.append(element);
  });
}

/** The same bare echo in a worker of the page's own process, to show what the other process costs. */
export function openNearEcho(): PeerWorker {
  const worker = new Worker(URL.createObjectURL(new Blob([SCRIPTS.echo], { type: 'text/javascript' })));
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ port: port2 }, [port2]);
  return peerWorker(port1, () => worker.terminate());
}

/** Waits for a bare worker's spawn and first reply, and measures them. */
export async function bareStart(frame: PeerFrame, message: unknown): Promise<{ ms: number; answer: string }> {
  const began = performance.now();
  const worker = frame.spawn('echo');
  const reply = await worker.ask(message);
  const ms = performance.now() - began;
  worker.end();
  return { ms, answer: JSON.stringify(reply) };
}
