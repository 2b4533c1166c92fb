// Brings a fresh clone to where a command can run. Needs nothing but Node and npm; says what it does.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium, findHeadless } from './chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(what, command, args) {
  console.log(`setup: ${what}`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    shell: process.platform === 'win32',
  });
  if (status === 0) return true;
  console.error(`setup: ${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ` with ${status}`}`);
  return false;
}

const fail = (message) => {
  console.error(`setup: ${message}`);
  process.exit(1);
};

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node ${process.versions.node} is too old: 20.19 or newer is needed`);
}

/** `npm ci` when there are no modules, or when they are older than the lock file. */
function installModules() {
  const modules = `${root}node_modules`;
  const mark = `${modules}/.package-lock.json`;
  const fresh = existsSync(mark) && statSync(mark).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs;
  if (fresh) return;
  if (!run('installing the npm packages of the lock file (npm ci)', 'npm', ['ci', '--no-audit', '--no-fund'])) {
    fail('npm ci failed: is the npm registry reachable?');
  }
  // npm keeps the mark's old time when nothing changed; without this every command would install again.
  if (existsSync(mark)) utimesSync(mark, new Date(), new Date());
}

/** A Chromium for the tests: one that is here already, else Debian's, else Playwright's. Debian has one without windows, too. */
function installChromium() {
  let found = findChromium();
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (debian && (!found || findHeadless() === found)) {
    const packages = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'];
    if (run('installing Debian’s Chromium (apt-get install chromium)', 'apt-get', ['update', '-q'])) {
      // The tests run without the shell, too, in twice the time: Debian may not have it.
      if (!run('this takes a minute', 'apt-get', ['-q', ...packages, 'chromium-headless-shell']))
        run('this takes a minute', 'apt-get', ['-q', ...packages]);
      found = findChromium();
      // Debian thinks it is there, and it is not: its files were moved or deleted.
      if (!found) run('installing it again', 'apt-get', ['-q', ...packages, '--reinstall']);
    }
    found = findChromium();
  }
  if (!found) {
    run('no Chromium found; installing Playwright’s', 'npx', ['playwright', 'install', 'chromium']);
    found = findChromium();
  }
  if (!found) fail('no Chromium: install one, or set BULKHEAD_CHROMIUM to its path');
  console.log(`setup: Chromium is ${found}; most tests run in ${findHeadless()}`);
}

checkNode();
installModules();
if (process.argv.includes('--chromium')) installChromium();
