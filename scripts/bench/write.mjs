import { readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chart, ofGoal } from './chart.mjs';
import { figures, goalText, measured, met } from './print.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The file of the whole suite, or of one group of it. */
const fileOf = (group) => `${root}tests/bench/results${group ? `-${group}` : ''}.md`;
/** What follows it is written by hand, and stays. */
const BY_HAND = '## By hand';
const NAMED = [
  'quickjs-emscripten-core',
  '@jitl/quickjs-wasmfile-release-sync',
  '@sebastianwessel/quickjs',
  'comlink',
  'minisearch',
  '@orama/orama',
  'flexsearch',
  'graphology',
  'idb-keyval',
  'playwright',
];

/** The runs of each outcome, in the order of the first run. */
function byName(runs) {
  return runs[0].map(({ name }) => runs.map((run) => run.find((one) => one.name === name)));
}

/** The run that is farthest from its goal. */
const worst = (outcomes) => outcomes.reduce((found, one) => (ofGoal(one) > ofGoal(found) ? one : found));

async function machine(chromium) {
  const { dependencies, devDependencies, version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
  const all = { ...dependencies, ...devDependencies };
  const [cpu] = cpus();
  return [
    ['date', new Date().toISOString().slice(0, 10)],
    ['machine', `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['system', `${type()} ${release()} ${arch()}`],
    ['Chromium', `${chromium}, headless, page cross-origin isolated (clock of 5 µs)`],
    ['Node', process.version],
    ['bulkhead', version],
    ...NAMED.map((name) => [`\`${name}\``, all[name]]),
  ];
}

function ratioTable(groups) {
  const count = groups[0].length;
  const heads = Array.from({ length: count }, (_, i) => `run ${i + 1}`);
  const lines = [
    `| name | measure | goal | ${heads.join(' | ')} | worst | |`,
    `|---|---|---|${'---|'.repeat(count + 2)}`,
  ];
  for (const outcomes of groups) {
    const [{ name, what, goal, unit, ratio }] = outcomes;
    const far = worst(outcomes);
    const told = `${goalText(goal)}${ratio === null ? ` ${unit}` : ''}`;
    const values = [...outcomes, far].map((one) => figures(measured(one)));
    lines.push(`| ${name} | ${what} | ${told} | ${values.join(' | ')} | ${met(far) ? 'met' : 'missed'} |`);
  }
  return lines.join('\n');
}

function alternativeTable(groups) {
  const lines = ['| name | alternative | p50 ms, by run | rounds |', '|---|---|---|---|'];
  for (const outcomes of groups) {
    for (const { name } of outcomes[0].alternatives) {
      const p50s = outcomes.map(({ alternatives }) =>
        figures(alternatives.find((one) => one.name === name)?.p50 ?? null),
      );
      lines.push(`| ${outcomes[0].name} | ${name} | ${p50s.join(', ')} | ${outcomes[0].rounds} |`);
    }
  }
  return lines.join('\n');
}

const noteList = (groups) =>
  groups
    .map((outcomes) => worst(outcomes))
    .filter(({ notes }) => notes.length > 0)
    .map(({ name, notes }) => `- ${name}: ${notes.join('; ')}.`)
    .join('\n');

async function handwritten() {
  const text = await readFile(fileOf(), 'utf8').catch(() => '');
  const at = text.indexOf(BY_HAND);
  return at === -1 ? `${BY_HAND}\n\nNothing yet: see [by-hand](by-hand/README.md).\n` : text.slice(at);
}

/**
 * Writes `tests/bench/results.md` and `tests/bench/chart.svg`; for one group of benches a `results-<group>.md` beside them.
 * `runs` holds the outcomes of each run.
 */
export async function writeResults(runs, chromium, group) {
  const groups = byName(runs);
  const facts = await machine(chromium);
  const text = `# Results of the benches

Written by \`npm run bench -- ${group ? `${group} ` : ''}--write --runs ${runs.length}\`. Alternatives run in turn within each round; a ratio is the median, over the rounds, of each
round's own ratio of block means. Absolute times are this machine's on that day; compare ratios.

| | |
|---|---|
${facts.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}

## Goals

${ratioTable(groups)}

## Alternatives

${alternativeTable(groups)}

Notes, of the worst run:

${noteList(groups)}

${group ? '' : await handwritten()}`;
  await writeFile(fileOf(group), `${text.trimEnd()}\n`);
  if (group) return;
  const fact = Object.fromEntries(facts);
  const subtitle = `Worst of ${runs.length} run${runs.length === 1 ? '' : 's'}, ${fact.date}; ${fact.machine}; Chromium ${chromium}. Logarithmic, cut off at 16.`;
  await writeFile(`${root}tests/bench/chart.svg`, chart(groups.map(worst), subtitle));
}
