import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';
import { closing } from './arguments.js';
import { type EnvelopeRules, readEnvelope } from './envelope.js';

/** Reads `[{…}, {…}]`, or one object alone. A list that breaks off keeps what was whole. */
export function* readEnvelopes(s: Scan, rules: EnvelopeRules = {}): Reading {
  const list = yield* s.literal('[');
  for (let count = 0; ; count++) {
    const from = s.position;
    yield* s.spaces();
    if (!(yield* readEnvelope(s, rules))) return s.fail() || s.leave(from, count);
    if (!list) return true;
    const end = s.position;
    yield* s.spaces();
    if (yield* s.literal(',')) continue;
    s.rewind(end);
    yield* closing(s, [']']);
    return true;
  }
}
