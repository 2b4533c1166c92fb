import type { Kit } from '../../platform.js';

/** Makes `atob` and `btoa`. */
export function makeBase64(kit: Kit): { atob: unknown; btoa: unknown } {
  return {
    atob: (data: unknown) => kit.compute('atob', `${data}`),
    btoa: (data: unknown) => kit.compute('btoa', `${data}`),
  };
}
