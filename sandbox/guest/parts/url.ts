import type { MakePart } from '../platform.js';
import { makeSearchParams } from './url/search-params.js';
import { makeURL } from './url/url.js';

/** URLs, by the URL standard. The host parses; the guest keeps the parts. */
export const make: MakePart = (kit) => {
  const params = makeSearchParams(kit);
  return { URL: makeURL(kit, params), URLSearchParams: params.URLSearchParams };
};
