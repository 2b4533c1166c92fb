// Runs folders of a checkout of web-platform-tests in guests: `npm run wpt -- PATH [folder...]`.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readTest, testsIn } from './wpt/files.mjs';
import { FOLDERS } from './wpt/folders.mjs';
import { openGuests } from './wpt/guest.mjs';
import { writePages } from './wpt/write.mjs';

/** Guests at once: most of them wait. */
const AT_ONCE = 6;

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, commit: { type: 'string' }, json: { type: 'string' } },
});
const [checkout, ...asked] = positionals;
if (checkout === undefined || (options.write && (asked.length > 0 || !options.commit))) {
  console.error(`npm run wpt -- PATH [folder or file...]      runs folders of a checkout of web-platform-tests
npm run wpt -- PATH --write --commit HASH    runs all of them, and writes docs/web-platform-tests.md`);
  process.exit(2);
}
const folders = asked.length > 0 ? asked : FOLDERS;
const { run, close } = await openGuests(checkout);
const results = [];
const queue = [];
for (const folder of folders) {
  for (const file of /\.(?:js|html)$/.test(folder) ? [folder] : await testsIn(checkout, folder)) {
    const { needs, runs = [] } = await readTest(checkout, file);
    if (needs) results.push({ folder, file, needs });
    queue.push(...runs.map((test) => ({ folder, test })));
  }
}

async function work() {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { folder, test } = next;
    const [harness, tests] = await run(test);
    results.push({ folder, file: test.file + test.search, harness, tests });
    const failed = tests.filter(([, status]) => status !== 0);
    console.log(
      `${test.file}${test.search}: ${tests.length - failed.length} passed, ${failed.length} not${harness ? ` · ${harness}` : ''}`,
    );
    if (asked.length > 0) for (const [name, status, message] of failed) console.log(`  ${status} ${name}: ${message}`);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
await close();
if (options.json) await writeFile(options.json, JSON.stringify(results));
if (options.write) await writePages(results, options.commit);
const tests = results.flatMap((one) => one.tests ?? []);
console.log(`${tests.filter(([, status]) => status === 0).length} of ${tests.length} tests passed`);
// Guests that were ended may have left work of the browser's behind.
process.exit(0);
