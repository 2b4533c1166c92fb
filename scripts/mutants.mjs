/**
 * Makes each change of the table, and looks whether its test notices: `npm run mutants`, or with the beginnings of names. With
 * `--find` the whole file of tests runs, and the names of those that fail are printed.
 */
import { runTests } from './mutants/run-tests.mjs';
import { change, countIn, giveBackAll } from './mutants/sources.mjs';
import { MUTANTS } from './mutants/table.mjs';

const given = process.argv.slice(2);
const find = given.includes('--find');
const wanted = given.filter((text) => !text.startsWith('--'));
const rows = MUTANTS.filter(({ name }) => wanted.length === 0 || wanted.some((text) => name.startsWith(text)));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
for (const file of await giveBackAll()) console.log(`  ${file} is again what it was before an earlier run`);
if (rows.length === 0) {
  console.error(`no mutant is named so; there are: ${MUTANTS.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

/** Why the change cannot be judged; nothing where it can be. */
async function flaw(row) {
  const count = await countIn(row.file, row.search).catch(() => -1);
  if (count < 0) return `there is no ${row.file}`;
  if (count !== 1) return `its search text stands ${count} times in ${row.file}`;
  if (find) return undefined;
  const { found, printed } = await runTests(row, [row.fails]);
  if (found.get(row.fails) === 'passed') return undefined;
  return `its test does not pass without the change: ${found.get(row.fails) ?? 'it is not there'}\n${printed.slice(-2_000)}`;
}

/** What came of one row: a line, and whether that is as it should be. */
async function judge(row) {
  const why = await flaw(row);
  if (why !== undefined) return { fine: false, line: why };
  const restore = await change(row);
  try {
    const { found, printed } = await runTests(row, find ? [] : [row.fails]);
    const failed = [...found].filter(([, status]) => status === 'failed').map(([name]) => name);
    if (find) return { fine: failed.length > 0, line: failed.length > 0 ? failed.join('\n    ') : 'no test fails' };
    const status = found.get(row.fails);
    if (status === 'failed') return { fine: true, line: `killed by ${row.test}` };
    if (status === 'passed') return { fine: false, line: `SURVIVED ${row.test}: ${row.why}` };
    return { fine: false, line: `its test did not run\n${printed.slice(-2_000)}` };
  } finally {
    restore();
  }
}

let bad = 0;
for (const row of rows) {
  const { fine, line } = await judge(row);
  if (!fine) bad += 1;
  console.log(`${fine ? '  ' : '! '}${row.name.padEnd(26)} ${line}`);
}
console.log(bad === 0 ? `all ${rows.length} are killed` : `${bad} of ${rows.length} are not killed`);
process.exit(bad === 0 ? 0 : 1);
