/** Whole numbers in as few bytes as they need. */
export type Whole = Uint8Array | Uint16Array | Int32Array;

/** The same numbers in the shortest array that holds them all. */
export function narrow(values: Int32Array): Whole {
  let [least, most] = [0, 0];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least < 0 || most > 0xffff) return values;
  return most > 0xff ? Uint16Array.from(values) : Uint8Array.from(values);
}

/** What `narrow` was given. */
export const widen = (values: Whole): Int32Array => (values instanceof Int32Array ? values : new Int32Array(values));

/** Stands for an ordinal that is missing. */
const MISSING = -1;

/** Ordinals in half as many bytes, if all of them are small enough. */
export function narrowSeqs(seqs: Float64Array): Int32Array | Float64Array {
  const short = new Int32Array(seqs.length);
  for (let at = 0; at < seqs.length; at++) {
    const seq = seqs[at] as number;
    if (!Number.isNaN(seq) && (seq < 0 || seq !== (seq | 0))) return seqs;
    short[at] = Number.isNaN(seq) ? MISSING : seq;
  }
  return short;
}

/** What `narrowSeqs` was given: `NaN` for one that is missing. */
export function widenSeqs(seqs: Int32Array | Float64Array): Float64Array {
  if (seqs instanceof Float64Array) return seqs;
  const wide = new Float64Array(seqs);
  for (let at = 0; at < wide.length; at++) if (seqs[at] === MISSING) wide[at] = Number.NaN;
  return wide;
}
