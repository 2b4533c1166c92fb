import { NATIVE } from '../../sandbox/guest/wire.js';
import type { Native } from '../../sandbox/isolate.js';
import { parseJson } from '../protocol/json.js';
import type { Computations } from './computations.js';
import { dateFunctions } from './date.js';
import { intlFunctions } from './intl.js';
import { patternFunctions } from './pattern.js';
import type { BrowserParts } from './platform.js';
import { base64, decode, encode, textFunctions } from './text.js';
import { urlFunctions } from './url.js';

export { type BrowserParts, browserParts } from './platform.js';

/** Random bytes that one question may ask for, as in the browser. */
const RANDOM_BYTES = 65_536;

type Pure = (...input: never[]) => unknown;

/**
 * What the browser computes for a guest at once. None of it holds a state or reaches anything. All input is untrusted; what throws
 * becomes an error of the guest.
 */
export function makeNatives(parts: BrowserParts, computations: Computations): Native {
  const { fromBase64, toBase64 } = base64(parts);
  const pure = new Map<string, Pure>(
    Object.entries({
      has: (name: string) => Object.hasOwn(computations, name),
      ...textFunctions(parts),
      ...urlFunctions(parts),
      ...dateFunctions,
      ...intlFunctions(),
      ...patternFunctions(parts),
    } as Record<string, Pure>),
  );
  return (op, text, bytes) => {
    if (op === NATIVE.encode) return encode(text);
    if (op === NATIVE.encodeJson) return encode(`${JSON.parse(text)}`);
    if (op === NATIVE.decode) return decode(text, bytes ?? new Uint8Array(0));
    if (op === NATIVE.random) {
      const count = Math.min(Math.max(0, Number(text)), RANDOM_BYTES);
      return parts.crypto.getRandomValues(new Uint8Array(count));
    }
    if (op === NATIVE.fromBase64) return fromBase64(text);
    if (op === NATIVE.toBase64) return toBase64(bytes ?? new Uint8Array(0));
    if (op !== NATIVE.compute) throw new Error(`no question ${op}`);
    const [name, ...input] = parseJson(text) as [string, ...never[]];
    const work = pure.get(name);
    if (!work) throw new Error(`no function ${name}`);
    return JSON.stringify(work(...input)) ?? 'null';
  };
}
