import { NoPlugin } from '../node/internal-files.js';
import { type Command, EXIT, helpOf, meant, readGiven, UsageError } from './command.js';
import { assets } from './commands/assets.js';
import { check } from './commands/check.js';
import { dev } from './commands/dev.js';
import { doctor } from './commands/doctor.js';
import { create } from './commands/new.js';
import { pack } from './commands/pack.js';
import { run } from './commands/run.js';
import { test } from './commands/test.js';
import { errorData, errorLines } from './faults.js';
import { type Terminal, terminalOf } from './terminal.js';

const COMMANDS: { readonly [name: string]: Command } = { new: create, check, run, test, dev, pack, assets, doctor };

function overview(): string {
  const names = Object.keys(COMMANDS);
  const width = Math.max(...names.map((name) => name.length)) + 2;
  return [
    'bulkhead: make, check, run, test and pack plugins; copy and look at the files that a page serves\n',
    ...names.map((name) => `  npx bulkhead ${name.padEnd(width)}${COMMANDS[name]?.summary}`),
    '\n`npx bulkhead COMMAND --help` shows what a command takes.',
    'Exit codes: 0 all is well, 1 it failed or found faults, 2 the command line is wrong.',
  ].join('\n');
}

/** Prints why a command ended: one JSON document with `--json`, lines without. @returns the exit code. */
function failed(name: string, error: unknown, json: boolean, terminal: Terminal): number {
  const isUsage = error instanceof UsageError || error instanceof NoPlugin;
  if (json) terminal.out(JSON.stringify({ ok: false, error: errorData(error) }, null, 2));
  else terminal.fault(error);
  if (isUsage && !json) terminal.error(`\`npx bulkhead ${name} --help\` shows examples.`);
  return isUsage ? EXIT.usage : EXIT.failed;
}

/** Runs the command line. @returns the exit code. */
async function main([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    terminal.out(overview());
    return name === undefined ? EXIT.usage : EXIT.ok;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    terminal.error(`bulkhead: no command ${name}${meant(name, Object.keys(COMMANDS))}`);
    terminal.error('`npx bulkhead --help` says what each does.');
    return EXIT.usage;
  }
  let json = false;
  try {
    const given = readGiven(name, command, args);
    json = given.flags.json === true;
    if (given.flags.help) {
      terminal.out(helpOf(name, command));
      return EXIT.ok;
    }
    return await command.run(given, terminal);
  } catch (error) {
    return failed(name, error, json, terminal);
  }
}

const printed = terminalOf(process.env);
process.exitCode = await main(process.argv.slice(2), {
  ...printed,
  fault: (error) => {
    for (const line of errorLines(error, printed)) printed.error(line);
  },
});
