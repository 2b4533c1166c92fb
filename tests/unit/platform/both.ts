import { expect } from 'vitest';
import { inGuest } from './guests.js';

/** Runs a function's body here and in a guest, and expects the same JSON of both. An error is its class, name and code. */
export async function expectSame(body: string): Promise<unknown> {
  const caught = `try { return await (async () => { ${body} })(); } catch (error) { return { threw: error.name, code: typeof error.code === 'number' ? error.code : undefined, isError: error instanceof Error }; }`;
  const here = await new Function(`'use strict'; return (async () => { ${caught} })();`)();
  const there = await inGuest(caught);
  expect(there, body).toEqual(here === undefined ? undefined : JSON.parse(JSON.stringify(here)));
  return there;
}
