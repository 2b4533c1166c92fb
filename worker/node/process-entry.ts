import { Buffer } from 'node:buffer';
import { readFileSync, readSync } from 'node:fs';
import { Socket, type SocketConstructorOpts } from 'node:net';
import { argv, exit, stdin, stdout } from 'node:process';
import { Bridge } from './bridge.js';
import { runScript } from './scope.js';

/**
 * A tool worker as a process of its own, which may read its three files and nothing else. It may start no thread: one that is started
 * with `execArgv: []` would have none of the process's bounds. It ends with the process of its host.
 */
const [, , script = '', engineFile = ''] = argv;
/** The pipe on which the host takes flags down: it is read while a guest computes. */
const FLAGS_FD = 3;
/** Opened so that a look at it never waits: nothing reads it but `look`. */
new Socket({ fd: FLAGS_FD, pauseOnCreate: true } as SocketConstructorOpts).unref();
const engine = WebAssembly.compile(readFileSync(engineFile));
const taken = new Set<string>();
const bytes = Buffer.alloc(4_096);
let rest = '';

/** Reads the flags that were taken down since the last look. Nothing there is an error of the system, which says to come back later. */
function look(): void {
  for (;;) {
    let length = 0;
    try {
      length = readSync(FLAGS_FD, bytes);
    } catch {
      return;
    }
    if (length === 0) return;
    const lines = (rest + bytes.toString('latin1', 0, length)).split('\n');
    rest = lines.pop() ?? '';
    for (const flag of lines) taken.add(flag);
  }
}

const deliver = runScript(script, {
  stands: (flag) => {
    look();
    return !taken.has(flag);
  },
  close: () => exit(0),
});
const bridge = new Bridge(
  { from: stdin, to: stdout },
  'second',
  (start) => void engine.then((compiled) => deliver({ ...(start as object), engine: compiled })),
  () => exit(1),
);
stdin.on('end', () => {
  bridge.close();
  exit(0);
});
