/**
 * The program of the benches' own frame: as opaque as ours, with the same headers and the same way to spawn. Peers of
 * ours live here, because the browser puts such a frame into another process than its page, and messages between
 * processes cost more than messages within one.
 */
addEventListener('message', function take({ source, data }: MessageEvent<FrameStart>) {
  if (source !== parent || data?.bench !== 'init') return;
  removeEventListener('message', take);
  const { scripts, port } = data;
  const urls = new Map(
    Object.entries(scripts).map(([name, text]) => [
      name,
      URL.createObjectURL(new Blob([text], { type: 'text/javascript' })),
    ]),
  );
  const workers = new Map<number, Worker>();
  port.onmessage = ({ data: request }: MessageEvent<FrameOrder>) => {
    if (request.type === 'end') {
      workers.get(request.worker)?.terminate();
      workers.delete(request.worker);
      return;
    }
    const worker = new Worker(urls.get(request.script) ?? '');
    workers.set(request.worker, worker);
    worker.postMessage({ port: request.port, ...request.start }, [request.port]);
  };
  port.postMessage('ready');
});

parent.postMessage({ bench: 'frame' }, '*');

export interface FrameStart {
  readonly bench: 'init';
  /** Text of each script that a worker can be spawned from, by its name. */
  readonly scripts: { readonly [name: string]: string };
  readonly port: MessagePort;
}

export type FrameOrder =
  | {
      readonly type: 'spawn';
      readonly worker: number;
      readonly script: string;
      readonly port: MessagePort;
      readonly start: object;
    }
  | { readonly type: 'end'; readonly worker: number };
