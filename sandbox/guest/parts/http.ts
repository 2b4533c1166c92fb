import type { MakePart } from '../platform.js';
import { makeFetch } from './http/fetch.js';
import { Headers } from './http/headers.js';
import { makeRequest } from './http/request.js';
import { makeResponse } from './http/response.js';

/** `fetch`, `Headers`, `Request` and `Response`, by the Fetch standard. */
export const make: MakePart = (kit) => {
  const { Request, sentOf } = makeRequest(kit);
  const { Response, respond } = makeResponse(kit);
  return { Headers, Request, Response, fetch: makeFetch(kit, { Request, sentOf, respond }) };
};
