import type { Body } from './body.js';

const bodies = new WeakMap<object, Body>();

/** The body of a request or a response. @throws a TypeError for anything else. */
export function bodyOf(message: object): Body {
  const body = bodies.get(message);
  if (!body) throw new TypeError('Illegal invocation');
  return body;
}

/** Gives a message its body. */
export const setBody = (message: object, body: Body): void => void bodies.set(message, body);

/** What requests and responses have in common: a body that is read once, in one of seven forms. */
export abstract class Message {
  get body(): object | null {
    return bodyOf(this).stream;
  }
  get bodyUsed(): boolean {
    return bodyOf(this).used;
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await bodyOf(this).bytes()).slice().buffer;
  }
  async blob(): Promise<object> {
    return bodyOf(this).blob();
  }
  async bytes(): Promise<Uint8Array> {
    return (await bodyOf(this).bytes()).slice();
  }
  async formData(): Promise<object> {
    return bodyOf(this).formData();
  }
  async json(): Promise<unknown> {
    return JSON.parse(await bodyOf(this).text());
  }
  async text(): Promise<string> {
    return bodyOf(this).text();
  }
}
