import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request of the chat completions API carries. */
export interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly messages: readonly { role: string; content: string | null; tool_calls?: unknown; tool_call_id?: string }[];
    readonly tools?: readonly { function: { name: string } }[];
  };
}

/** How a request is answered. */
export type Reply = (response: ServerResponse, asked: Asked) => void | Promise<void>;

/** A server on this machine that answers by a script, one reply after another. */
export async function modelServer(...replies: readonly Reply[]) {
  const asked: Asked[] = [];
  const waiting = new Map<number, () => void>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const one: Asked = { headers: request.headers, body: JSON.parse(text) };
    asked.push(one);
    waiting.get(asked.length)?.();
    await (replies[asked.length - 1] ?? whole('no more'))(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    /** Resolves when so many requests have come. */
    async requests(count: number): Promise<void> {
      if (asked.length < count) await new Promise<void>((resolve) => waiting.set(count, resolve));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Calls = readonly (readonly [id: string, name: string, args: string])[];

const wire = (calls: Calls) =>
  calls.map(([id, name, args], index) => ({ index, id, type: 'function', function: { name, arguments: args } }));

/** An answer in one piece. */
export const whole =
  (content: string | null, calls: Calls = []): Reply =>
  (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { content, tool_calls: wire(calls) } }] }));
  };

/** An answer that is none. */
export const refused =
  (status: number, headers: Record<string, string> = {}, body = '{"error":{"message":"not now"}}'): Reply =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

/** Events as they are given; with `cut` the line is broken after them. */
export const events =
  (data: readonly (string | object)[], { cut = false } = {}): Reply =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const one of data) {
      const text = typeof one === 'string' ? one : `data: ${JSON.stringify(one)}\n\n`;
      await new Promise((resolve) => response.write(text, resolve));
    }
    if (cut) response.destroy();
    else response.end();
  };

/** A piece of an answer. */
export const delta = (part: object, finish_reason: string | null = null): object => ({
  choices: [{ delta: part, finish_reason }],
});
