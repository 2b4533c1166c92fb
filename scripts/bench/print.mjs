/** A number with about three figures, as a table shows it. */
export function figures(value) {
  if (value === null || !Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size === 0 ? 0 : size >= 0.1 ? 3 : 4);
}

/** What the goal is compared with: the ratio, or the number itself where there is no peer. */
export const measured = ({ ratio, ours }) => ratio ?? ours;

/** True when the goal is met; never, where nothing could be measured. */
export function met(outcome) {
  const { limit, bound } = outcome.goal;
  const value = measured(outcome);
  return bound === 'most' ? value <= limit : value >= limit;
}

export const goalText = ({ limit, bound }) => `${bound === 'most' ? '<=' : '>='} ${limit}`;

/** One outcome as `--json` prints it. */
export const toJson = (outcome) => {
  const { name, ours, peer, unit, ratio, goal, rounds } = outcome;
  return { name, ours, peer, unit, ratio, goal: goalText(goal), met: met(outcome), rounds };
};

/** One outcome as a table of its alternatives, and what came of them. */
export function toTable(outcome) {
  const { name, what, unit, ours, ratio, ratioMin, ratioMax, goal, rounds, alternatives, differ, notes } = outcome;
  const width = Math.max(12, ...alternatives.map((one) => one.name.length));
  const row = (cells) => cells.map((cell) => cell.padStart(10)).join('');
  const lines = [`\n${name}: ${what}`];
  if (alternatives.length > 0) {
    lines.push(`  ${'alternative'.padEnd(width)}${row(['p50 ms', 'min', 'max'])}`);
    for (const one of alternatives) {
      lines.push(`  ${one.name.padEnd(width)}${row([figures(one.p50), figures(one.min), figures(one.max)])}`);
    }
  }
  const value =
    ratio === null
      ? `${figures(ours)} ${unit}`
      : `ratio ${figures(ratio)} (${figures(ratioMin)} to ${figures(ratioMax)})`;
  const stretch = goal.stretch === undefined ? '' : `, stretch ${goal.stretch}`;
  lines.push(
    `  ${value}   goal ${goalText(goal)}${stretch}   ${met(outcome) ? 'met' : 'MISSED'}   ${rounds} round${rounds === 1 ? '' : 's'}`,
  );
  for (const note of notes) lines.push(`  · ${note}`);
  if (differ) lines.push(`  THE ANSWERS DIFFER: ${differ}`);
  return lines.join('\n');
}
