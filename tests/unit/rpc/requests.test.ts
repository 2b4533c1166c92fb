import { expect, test } from 'vitest';
import { METHOD_CHARS } from '../../../worker/protocol/capability.js';
import { serveRequests } from '../../../worker/rpc/requests.js';

/** Serves a port, and tells of all that comes of it. */
function serving() {
  const { port1, port2 } = new MessageChannel();
  const answered: number[] = [];
  const logged: number[] = [];
  let forged: () => void = () => {};
  const broken = new Promise<void>((resolve) => {
    forged = resolve;
  });
  const served = serveRequests(port1, {
    answer: (method) => {
      answered.push(method.length);
      return method.length;
    },
    onAnswered: ({ method }) => logged.push(method.length),
    onForged: forged,
  });
  const ask = (method: string) => port2.postMessage({ request: 1, method, args: 'null' });
  const reply = () => new Promise<unknown>((resolve) => port2.addEventListener('message', ({ data }) => resolve(data)));
  port2.start();
  return { ask, reply, broken, answered, logged, close: () => [served.close(), port2.close()] };
}

test('a method with the longest name that there may be is answered', async () => {
  const port = serving();
  const reply = port.reply();
  port.ask('m'.repeat(METHOD_CHARS));
  expect(await reply).toEqual({ request: 1, text: String(METHOD_CHARS) });
  expect(port.logged).toEqual([METHOD_CHARS]);
  port.close();
});

test.each([METHOD_CHARS + 1, 10_000_000])(
  'one of %i characters closes the port: nobody hears or logs it',
  async (chars) => {
    const port = serving();
    port.ask('m'.repeat(chars));
    port.ask('m');
    await port.broken;
    expect([port.answered, port.logged]).toEqual([[], []]);
    port.close();
  },
);
