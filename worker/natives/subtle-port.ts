import { Semaphore } from '../primitives/semaphore.js';
import type { Computation } from './computations.js';

/** Questions of one worker that are under way at once: the other side may be a page's own thread. */
const AT_ONCE = 2;

interface Question {
  readonly id: number;
  readonly input: unknown;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type Answer = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly name: string; readonly message: string }
);

/** Answers the computations that come over a port. */
export function serveComputation(port: MessagePort, work: Computation): void {
  port.onmessage = ({ data: { id, input, bytes } }: MessageEvent<Question>) => {
    const answer = (message: Answer) => port.postMessage(message);
    const fail = ({ name, message }: Error) => answer({ id, name, message });
    work(input, bytes).then((value) => answer({ id, value }), fail);
  };
}

/** A computation that the other side of a port serves. */
export function remoteComputation(port: MessagePort): Computation {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  const turns = new Semaphore(AT_ONCE);
  let last = 0;
  port.onmessage = ({ data }: MessageEvent<Answer>) => {
    const entry = waiting.get(data.id);
    waiting.delete(data.id);
    if ('value' in data) entry?.resolve(data.value);
    else entry?.reject(Object.assign(new Error(data.message), { name: data.name }));
  };
  const ask = (input: unknown, bytes: Uint8Array<ArrayBuffer>) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      port.postMessage({ id: last, input, bytes } satisfies Question, [bytes.buffer]);
    });
  return (input, bytes, signal) => turns.run(() => ask(input, bytes), signal);
}
