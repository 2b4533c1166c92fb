/** Steps in which a direction is found. */
const STEPS = 150;

/**
 * Rows about their mean, in the directions in which they differ most; without the first few of those, in which almost all of them
 * lie alike.
 */
export function reduced(rows, { dims, without }) {
  const width = rows[0].length;
  const mean = new Float64Array(width);
  for (const row of rows) for (let i = 0; i < width; i++) mean[i] += row[i] / rows.length;
  const centred = rows.map((row) => row.map((value, i) => value - mean[i]));
  const spread = Array.from({ length: width }, () => new Float64Array(width));
  for (const row of centred)
    for (let a = 0; a < width; a++) for (let b = 0; b < width; b++) spread[a][b] += row[a] * row[b];
  const directions = [];
  while (directions.length < dims + without) directions.push(nextDirection(spread, directions));
  return centred.map((row) => directions.slice(without).map((one) => dot(row, one)));
}

/** The direction of the largest spread that is at right angles to the known ones. */
function nextDirection(spread, known) {
  let at = new Float64Array(spread.length).map((_, i) => Math.sin(1 + i * (known.length + 1)));
  for (let step = 0; step < STEPS; step++) {
    const next = Float64Array.from(spread, (row) => dot(row, at));
    for (const one of known) {
      const share = dot(next, one);
      for (let i = 0; i < next.length; i++) next[i] -= share * one[i];
    }
    const length = Math.sqrt(dot(next, next)) || 1;
    at = next.map((value) => value / length);
  }
  return at;
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
