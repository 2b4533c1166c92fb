// Test vectors, in a real Chromium: `node scripts/conformance.mjs [--restored | --fresh] [FILE-OR-FOLDER...]`.
//
// Without paths the project's own copy is run. Hostile programs run over guests that are restored from memory images, and again
// over guests that start from nothing: `--restored` and `--fresh` run the one or the other alone; other vectors run in any case.
// A key of a case that nobody reads fails the case. The last lines count: `N passed, N failed[, N skipped]`, then what the
// vectors' README overrules, which is no pass.
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findHeadless } from './chromium.mjs';
import { memoryKind } from './memory-vectors.mjs';
import { servePages } from './page-server.mjs';

/** Every vector file below the given paths: of a folder what is JSON, beside which a text may explain it. */
async function filesBelow(path) {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries.filter((one) => one.isDirectory() || one.name.endsWith('.json')).map(({ name }) => name);
  return (await Promise.all(names.sort().map((name) => filesBelow(join(path, name))))).flat();
}

/** What a host offers, written down to be read: it has no cases. */
const isInventory = ({ fields, eventTypes }) => fields !== undefined && eventTypes !== undefined;

/** Files that are known by their names, wherever they lie. */
const ORCHESTRATOR =
  /^(name-validation|register-spec-errors|tool-result-envelope|error-wrapping|simulate-dispatch|layer-precedence|sanitize-custom-tools|canonical-args|card-import-review|st-bridge|loop-runs|agenda-dispatch|spec-review-decision|notes|define-adapter|turn-outcome|rollback-refresh|profile-delta|diff-items|history-store|retry-rpm|i18n-format)\b/;

/** The area a file belongs to: by its shape or its name where they say it, else by its folder. */
function areaOf(file, cases) {
  const [first] = cases;
  if (first?.source !== undefined && first.expectation !== undefined) return 'hostile';
  if (first?.format !== undefined && first.input !== undefined) return 'text-calls';
  // Cases of our own lie beside the recorded ones.
  return ORCHESTRATOR.test(basename(file)) ? 'orchestrator' : basename(dirname(file)).replace(/-own$/, '');
}

/** Files of one area run together, so that what holds for a whole corpus can be judged. */
async function readGroups(paths) {
  const groups = new Map();
  const broken = [];
  for (const path of paths) {
    let files = [];
    try {
      files = await filesBelow(resolve(process.env.INIT_CWD ?? '.', path));
      if (files.length === 0) throw new Error('an empty folder');
    } catch (error) {
      broken.push({ file: path, why: error.message });
    }
    for (const file of files) {
      try {
        const data = JSON.parse(await readFile(file, 'utf8'));
        if (isInventory(data)) continue;
        const cases = Array.isArray(data) ? data : (data.cases ?? data.sequences);
        if (!Array.isArray(cases) || cases.length === 0) throw new Error('no cases');
        const kind = memoryKind(data);
        const area = kind ? 'memory-graph' : areaOf(file, cases);
        const name = basename(file, '.json');
        groups.set(area, [...(groups.get(area) ?? []), { file: name, cases, ...(kind && { kind, data }) }]);
      } catch (error) {
        broken.push({ file, why: error.message });
      }
    }
  }
  return { groups, broken };
}

/** Runs every group in one page; what breaks the page breaks a group, not the report. */
async function runGroups(groups, report, options) {
  const pages = await servePages();
  const browser = await chromium.launch({ executablePath: findHeadless(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => report('page', { id: 'error', ok: false, actual: error.message }));
    await page.goto(`${pages.url}tests/conformance/index.html`);
    await page.waitForFunction(() => window.areas !== undefined);
    const known = await page.evaluate(() => window.areas);
    for (const [area, files] of groups) {
      const count = files.reduce((sum, { cases }) => sum + cases.length, 0);
      if (!known.includes(area)) {
        report(area, { id: `${count} cases`, ok: false, expected: known, actual: 'an unknown area' });
        continue;
      }
      try {
        const run = ([name, all, how]) => window.runCases(name, all, how);
        const results = await page.evaluate(run, [area, files, options]);
        for (const result of results) report(area, result);
      } catch (error) {
        report(area, { id: `${count} cases`, ok: false, actual: error.message });
      }
    }
  } finally {
    await browser.close();
    await pages.close();
  }
}

async function main(paths, options) {
  const { groups, broken } = await readGroups(paths);
  let [passed, failed, left, overruled] = [0, 0, 0, 0];
  const report = (area, { id, ok, expected, actual, note, skipped, overruled: sentence }) => {
    if (skipped) {
      left += 1;
      console.log(`SKIP ${area} ${id} · ${skipped}`);
      return;
    }
    if (ok && sentence) {
      overruled += 1;
      console.log(`overruled ${area} ${id} · ${sentence}`);
      return;
    }
    if (ok) passed += 1;
    else failed += 1;
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${area} ${id}${note ? ` · ${note}` : ''}`);
    if (!ok) console.log(`     expected ${JSON.stringify(expected)}\n     actual   ${JSON.stringify(actual)}`);
  };
  for (const { file, why } of broken) report(file, { id: '', ok: false, expected: 'a file of cases', actual: why });
  try {
    if (groups.size > 0) await runGroups(groups, report, options);
  } catch (error) {
    report('runner', { id: 'error', ok: false, actual: error.message });
  }
  console.log(`\n${passed} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ''}`);
  if (overruled > 0) console.log(`${overruled} overruled: another value holds, as each line says`);
  process.exitCode = failed > 0 || passed + left + overruled === 0 ? 1 : 0;
}

const STARTS = ['restored', 'fresh'];
const given = process.argv.slice(2);
const flags = given.filter((one) => one.startsWith('--')).map((one) => one.slice(2));
const paths = given.filter((one) => !one.startsWith('--'));
const unknown = flags.filter((flag) => !STARTS.includes(flag));
if (unknown.length > 0) {
  console.error(`no such option: --${unknown.join(', --')}; there are --restored and --fresh`);
  process.exit(1);
}
const all = [fileURLToPath(new URL('../tests/conformance/vectors', import.meta.url))];
await main(paths.length > 0 ? paths : all, { starts: flags.length > 0 ? flags : STARTS });
