import { didYouMean } from '../../worker/protocol/nearest.js';
import { type Command, EXIT, helpOf, readGiven, UsageError } from './command.js';
import { assets } from './commands/assets.js';
import { check } from './commands/check.js';
import { create } from './commands/new.js';
import { pack } from './commands/pack.js';
import { run } from './commands/run.js';
import { errorLines } from './faults.js';
import { type Terminal, terminalOf } from './terminal.js';

const COMMANDS: { readonly [name: string]: Command } = { new: create, check, run, pack, assets };

function overview(): string {
  const names = Object.keys(COMMANDS);
  const width = Math.max(...names.map((name) => name.length)) + 2;
  return [
    'bulkhead: try, check and pack plugins, and copy the files that a page serves\n',
    ...names.map((name) => `  npx bulkhead ${name.padEnd(width)}${COMMANDS[name]?.summary}`),
    '\n`npx bulkhead COMMAND --help` shows what a command takes.',
    'Exit codes: 0 all is well, 1 it failed or found faults, 2 the command line is wrong.',
  ].join('\n');
}

/** Runs the command line. @returns the exit code. */
async function main([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    terminal.out(overview());
    return name === undefined ? EXIT.usage : EXIT.ok;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const hint = didYouMean(name, Object.keys(COMMANDS));
    terminal.error(`bulkhead: no command ${name}${hint}\n\n${overview()}`);
    return EXIT.usage;
  }
  try {
    const given = readGiven(name, command, args);
    if (given.flags.help) {
      terminal.out(helpOf(name, command));
      return EXIT.ok;
    }
    return await command.run(given, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.error(`${error.message}\n\`npx bulkhead ${name} --help\` shows examples.`);
      return EXIT.usage;
    }
    for (const line of errorLines(error, terminal)) terminal.error(line);
    return EXIT.failed;
  }
}

process.exitCode = await main(process.argv.slice(2), terminalOf(process.env));
