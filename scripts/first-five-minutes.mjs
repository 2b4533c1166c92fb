// `npm run first-run`: in an empty folder, runs the commands of examples/quickstart-vite one by one, opens the page in Chromium and
// reads the tool's answer. Fails when that takes longer than five minutes.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';
import { codeBlocks } from './quickstart/blocks.mjs';

const LIMIT_SECONDS = 300;
const FILES = ['index.html', 'main.js'];

const root = fileURLToPath(new URL('..', import.meta.url));
const example = join(root, 'examples/quickstart-vite');
const readme = readFileSync(join(example, 'README.md'), 'utf8');
const commands = codeBlocks(readme).flatMap(({ text }) => text.trim().split('\n'));
const [, promised] = readme.match(/The page shows “([^”]+)”/) ?? [];
if (commands.length === 0 || !promised)
  throw new Error('examples/quickstart-vite/README.md has no commands or no answer');

const scratch = mkdtempSync(join(tmpdir(), 'bulkhead-first-run-'));
const app = join(scratch, 'app');
mkdirSync(app);

/** Packs the package as npm would publish it. @returns the path of the tarball. */
function pack() {
  if (!process.env.BULKHEAD_BUILT) {
    execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'ignore' });
  }
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', scratch];
  const shell = process.platform === 'win32';
  return join(scratch, execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell }).trim());
}

const tarball = pack();
const began = performance.now();
const seconds = () => (performance.now() - began) / 1000;
/** Milliseconds that are left of the five minutes. */
const left = () => Math.max(1, Math.round((LIMIT_SECONDS - seconds()) * 1000));
const tell = (what) => console.log(`${seconds().toFixed(1).padStart(6)} s  ${what}`);
const options = { cwd: app, shell: true, env: { ...process.env, npm_config_prefer_offline: 'true', NO_COLOR: '1' } };

/** The registry does not have this version: `npm i bulkhead` installs the tarball. */
const asRun = (command) => (/^npm i /.test(command) ? command.replace(/ bulkhead\b/, ` "${tarball}"`) : command);

function runToEnd(command) {
  const { status, stdout, stderr } = spawnSync(asRun(command), { ...options, encoding: 'utf8', timeout: left() });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
  tell(command);
}

/** Starts the last command, which does not end. @returns the address that it prints, and `stop`. */
function startServer(command) {
  const child = spawn(command, { ...options, detached: process.platform !== 'win32' });
  const stop = () => (process.platform === 'win32' ? child.kill() : process.kill(-child.pid));
  let said = '';
  const deadline = setTimeout(stop, left());
  return new Promise((done, fail) => {
    const read = (chunk) => {
      said += chunk;
      const url = said.match(/https?:\/\/localhost:\d+\//)?.[0];
      if (!url) return;
      clearTimeout(deadline);
      done({ url, stop });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => fail(new Error(`${command} ended with ${code}:\n${said}`)));
  });
}

async function readAnswer(url) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    const shown = () => document.querySelector('output').textContent;
    await page.waitForFunction(() => document.querySelector('output').textContent !== 'Starting…', null, {
      timeout: left(),
    });
    return await page.evaluate(shown);
  } finally {
    await browser.close();
  }
}

try {
  const last = commands.at(-1);
  for (const command of commands.slice(0, -1)) runToEnd(command);
  for (const file of FILES) writeFileSync(join(app, file), readFileSync(join(example, file)));
  const { url, stop } = await startServer(last);
  tell(last);
  try {
    const answer = await readAnswer(url);
    if (answer !== promised) throw new Error(`the page shows “${answer}”, and should show “${promised}”`);
    const taken = seconds();
    console.log(`started in ${taken.toFixed(1)} s, from an empty folder to “${answer}”`);
    if (taken > LIMIT_SECONDS) throw new Error(`that is longer than ${LIMIT_SECONDS} s`);
  } finally {
    stop();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}
