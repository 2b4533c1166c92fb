import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

let runs = 0;

/**
 * Runs tests of one file: those with these names, or all. @returns name → `passed` or `failed`, as far as they were run, and what
 * was printed.
 */
export async function runTests({ project, test }, names = []) {
  runs += 1;
  const report = join(tmpdir(), `bulkhead-mutants-${process.pid}-${runs}.json`);
  const only = names.length > 0 ? ['-t', `^(${names.map(literally).join('|')})$`] : [];
  const args = [vitest, 'run', '--project', project, test, ...only, '--reporter=json', `--outputFile=${report}`];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.kill();
  process.on('exit', end);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  process.off('exit', end);
  const found = new Map();
  try {
    const { testResults } = JSON.parse(await readFile(report, 'utf8'));
    for (const { title, status } of testResults.flatMap(({ assertionResults }) => assertionResults))
      found.set(title, status);
  } catch {
    // Nothing was run: whoever asks sees that the test is not there.
  }
  await rm(report, { force: true });
  return { found, printed };
}
