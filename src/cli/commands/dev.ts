import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { Mutex } from '../../../worker/primitives/mutex.js';
import { readPlugin } from '../../node/internal-files.js';
import { type Command, EXIT, UsageError } from '../command.js';
import { type Build, buildOf } from '../dev/build.js';
import { type DevServer, type ServedPlugin, serveDev } from '../dev/server.js';
import { MANIFEST, packageFiles } from '../package-files.js';
import type { Terminal } from '../terminal.js';
import { untilStopped } from '../until-stopped.js';
import { watchFolder } from '../watch.js';

const PORT = 4_242;

/** The built plugin; a package has the hashes of now. */
async function current(path: string): Promise<ServedPlugin> {
  const plugin = await readPlugin(path);
  const files = plugin.folder === undefined ? plugin.files : packageFiles(plugin);
  const hash = createHash('sha256');
  for (const [path, bytes] of files) hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  return { files, entry: plugin.folder === undefined ? plugin.name : MANIFEST, sha256: hash.digest('hex') };
}

/** Builds and serves what has changed. What is wrong is printed and sent; what was served before stays. */
async function refresh(path: string, build: Build | undefined, server: DevServer, was: string, terminal: Terminal) {
  const began = performance.now();
  try {
    await build?.run();
    const plugin = await current(path);
    if (plugin.sha256 === was) return was;
    server.change(plugin);
    terminal.out(`changed: served after ${Math.round(performance.now() - began)} ms`);
    return plugin.sha256;
  } catch (error) {
    terminal.fault(error);
    server.fault(error instanceof Error ? error.message : String(error));
    return was;
  }
}

function portOf(text: string | undefined): number {
  const port = text === undefined ? PORT : Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new UsageError(`bulkhead dev: --port takes a number from 0 to 65535, for example 4242; got ${text}`);
}

export const dev: Command = {
  summary: 'Serve a plugin from its folder, and build it again after each change.',
  usage: '[FOLDER|FILE]',
  options: { port: { type: 'string', value: 'NUMBER', help: `port of 127.0.0.1; default: ${PORT}, or a free one` } },
  examples: ['dev', 'dev my-plugin --port 8080'],
  async run({ words: [path = '.'], values }, terminal) {
    const target = resolve(path);
    const isFile = (await stat(target).catch(() => undefined))?.isFile() === true;
    const folder = isFile ? dirname(target) : target;
    const port = portOf(values.port);
    const build = isFile ? undefined : await buildOf(folder);
    await build?.run();
    const first = await current(target);
    await using server = await serveDev(first, port);
    let { sha256 } = first;
    const turns = new Mutex();
    await using _ = await watchFolder(folder, () => {
      void turns.run(async () => {
        sha256 = await refresh(target, build, server, sha256, terminal);
      });
    });
    terminal.out(`Watching ${relative('.', folder) || 'this folder'}. Install from ${server.install}`);
    terminal.out(`Changes are sent to ${server.events}. Ctrl-C ends it.`);
    await untilStopped();
    return EXIT.ok;
  },
};
