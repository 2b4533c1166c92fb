import type { MakePart } from '../platform.js';
import { Headers } from './http/headers.js';
import { makeRequest } from './http/request.js';
import { makeResponse } from './http/response.js';

/** `Headers`, `Request` and `Response`, by the Fetch standard. */
export const make: MakePart = (kit) => ({ Headers, ...makeRequest(kit), ...makeResponse(kit) });
