import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.mjs';

const accessLog = new URL('./access-log.mjs', import.meta.url).href;

/** The first start fills a folder and compiles for about 20 seconds. */
const START_MS = 180_000;

/** What a test needs otherwise than the defaults: no browser, no updates, nothing from outside. */
const CONFIG = {
  'browserLaunch.enabled': false,
  'extensions.autoUpdate': false,
  'extensions.models.autoDownload': false,
  enableDownloadableTokenizers: false,
  enableServerPluginsAutoUpdate: false,
};

/** Sets keys of a YAML file where they stand, with all the others and its comments kept. */
function configure(text, values) {
  const path = [];
  return text
    .split('\n')
    .map((line) => {
      const [, indent = '', key] = /^( *)([A-Za-z0-9_]+):/.exec(line) ?? [];
      if (key === undefined) return line;
      path.splice(indent.length / 2, Number.POSITIVE_INFINITY, key);
      const value = values[path.join('.')];
      return value === undefined ? line : `${indent}${key}: ${value}`;
    })
    .join('\n');
}

/** Resolves when the server answers, rejects when it ends before. */
async function answering(url, child, output) {
  let over;
  child.once('exit', (code) => {
    over = code ?? 'a signal';
  });
  const last = Date.now() + START_MS;
  for (;;) {
    if (Date.now() > last) throw new Error(`SillyTavern does not answer:\n${output().slice(-2_000)}`);
    if (over !== undefined) throw new Error(`SillyTavern ended with ${over}:\n${output().slice(-2_000)}`);
    const found = await fetch(url).catch(() => undefined);
    if (found?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * Starts SillyTavern on a free port of loopback with a data folder of its own.
 * @param seed a data folder to begin with; without one it is filled from nothing, which takes a minute.
 * @param prepare called before the start: what it writes into the folders is there from the beginning.
 */
export async function startServer({ app, seed, prepare }) {
  const folder = mkdtempSync(join(tmpdir(), 'bulkhead-st-'));
  if (seed) cpSync(seed, folder, { recursive: true });
  const config = join(folder, 'config.yaml');
  const data = join(folder, 'data');
  const log = join(folder, 'access.jsonl');
  if (!existsSync(config)) {
    mkdirSync(data, { recursive: true });
    writeFileSync(config, configure(readFileSync(join(app, 'default/config.yaml'), 'utf8'), CONFIG));
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  let child;
  let output = '';
  const start = async () => {
    const args = ['--import', accessLog, join(app, 'server.js'), '--configPath', config, '--dataRoot', data];
    const options = ['--port', String(port), '--browserLaunchEnabled', 'false'];
    child = spawn(process.execPath, [...args, ...options], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', BULKHEAD_ACCESS_LOG: log },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    await answering(url, child, () => output);
  };
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  };
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  const folders = {
    folder,
    /** Where extensions of the user lie. */
    extensions: join(data, 'default-user/extensions'),
    settings: join(data, 'default-user/settings.json'),
  };
  try {
    await prepare?.(folders);
    await start();
  } catch (error) {
    await stop();
    dispose();
    throw error;
  }
  return {
    url,
    ...folders,
    start,
    stop,
    dispose,
    output: () => output,
    /** Every request that has reached the server, in order: `{ method, url }`. */
    requests: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .trim()
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [],
    async [Symbol.asyncDispose]() {
      await stop();
      dispose();
    },
  };
}
