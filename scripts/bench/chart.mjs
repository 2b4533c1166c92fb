import { figures, goalText, measured, met } from './print.mjs';

const WIDTH = 860;
const ROW = 30;
const TOP = 92;
const LABELS = 190;
const VALUES = 210;
/** The scale goes from a sixteenth of a goal to sixteen times it. */
const DECADES = 4;

const toXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** How far from its goal: 1 is at it, below 1 is better, whichever way the goal is bound. */
export function ofGoal(outcome) {
  const value = measured(outcome);
  const { limit, bound } = outcome.goal;
  if (limit === 0) return value === 0 ? 0 : Number.POSITIVE_INFINITY;
  return bound === 'most' ? value / limit : limit / value;
}

/** Where a share of the goal lies on the scale, from 0 to 1. */
function place(share) {
  const position = 0.5 + Math.log2(Math.max(share, Number.MIN_VALUE)) / (2 * DECADES);
  return Math.min(1, Math.max(0.012, position));
}

const STYLE = `
  text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328; }
  .title { font-size: 16px; font-weight: 600; }
  .quiet { fill: #59636e; font-size: 12px; }
  .grid { stroke: #d1d9e0; }
  .goal { stroke: #1f2328; stroke-width: 2; }
  .met { fill: #1a7f64; }
  .missed { fill: #c2410c; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .quiet { fill: #9198a1; }
    .grid { stroke: #3d444d; }
    .goal { stroke: #f0f6fc; }
    .met { fill: #3fb896; }
    .missed { fill: #f0883e; }
  }
`;

/**
 * A chart of how far each outcome is from its goal, on a logarithmic scale with every goal at one line. Readable on a light
 * and on a dark page, and without colours.
 */
export function chart(outcomes, subtitle) {
  const height = TOP + outcomes.length * ROW + 34;
  const span = WIDTH - LABELS - VALUES;
  const x = (share) => LABELS + place(share) * span;
  const bottom = TOP + outcomes.length * ROW;
  const grid = [1 / 8, 1 / 4, 1 / 2, 2, 4, 8].map((share) => {
    const label = share < 1 ? `1/${1 / share}` : `${share}×`;
    return `<line class="grid" x1="${x(share)}" x2="${x(share)}" y1="${TOP - 6}" y2="${bottom}"/><text class="quiet" x="${x(share)}" y="${bottom + 18}" text-anchor="middle">${label}</text>`;
  });
  const rows = outcomes.map((outcome, i) => {
    const y = TOP + i * ROW;
    const holds = met(outcome);
    const unit = outcome.ratio === null ? ` ${outcome.unit}` : '';
    const value = `${figures(measured(outcome))}${unit} · goal ${goalText(outcome.goal)}`;
    const end = x(ofGoal(outcome));
    return [
      `<text x="${LABELS - 10}" y="${y + 17}" text-anchor="end">${toXml(outcome.name)}</text>`,
      `<rect class="${holds ? 'met' : 'missed'}" x="${LABELS}" y="${y + 4}" width="${(end - LABELS).toFixed(1)}" height="18" rx="3"/>`,
      `<text x="${WIDTH - VALUES + 12}" y="${y + 17}">${holds ? '✓' : '✗'} ${toXml(value)}</text>`,
    ].join('');
  });
  const missed = outcomes.filter((outcome) => !met(outcome)).map(({ name }) => name);
  const summary = `${outcomes.length - missed.length} of ${outcomes.length} goals met${missed.length > 0 ? `; missed: ${missed.join(', ')}` : ''}.`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">Bulkhead’s benches against their goals</title>
<desc id="desc">${toXml(`${summary} Each bar is the worst of the runs as a share of its goal; left of the line is better. ${outcomes.map((one) => `${one.name}: ${figures(measured(one))}, goal ${goalText(one.goal)}`).join('; ')}.`)}</desc>
<style>${STYLE}</style>
<text class="title" x="16" y="28">Against the goals: left of the line is better</text>
<text class="quiet" x="16" y="50">${toXml(subtitle)}</text>
${grid.join('\n')}
${rows.join('\n')}
<line class="goal" x1="${x(1)}" x2="${x(1)}" y1="${TOP - 10}" y2="${bottom}"/>
<text class="quiet" x="${x(1)}" y="${TOP - 16}" text-anchor="middle">goal</text>
</svg>
`;
}
