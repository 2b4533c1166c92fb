import { parseArgs } from 'node:util';
import { didYouMean, nearest } from '../../worker/protocol/nearest.js';
import type { PluginFiles } from '../node/internal-files.js';
import type { Terminal } from './terminal.js';

/** Exit codes, as the help lists them. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

interface Option {
  readonly type: 'boolean' | 'string';
  readonly help: string;
  /** What stands for the value in the help. */
  readonly value?: string;
}

/** One command: what it takes, and what it does. */
export interface Command {
  readonly summary: string;
  /** Its words, such as `FILE [ARGS]`; those in brackets may be left out. */
  readonly usage: string;
  readonly options: { readonly [name: string]: Option };
  readonly examples: readonly string[];
  /** @returns the exit code. */
  run(given: Given, terminal: Terminal): Promise<number>;
}

/** What a command was given. */
export interface Given {
  readonly words: readonly string[];
  readonly flags: { readonly [name: string]: boolean };
  readonly values: { readonly [name: string]: string };
}

/** A fault of the command line itself, rather than of what it was asked to do. */
export class UsageError extends Error {}

/** What was asked for cannot be done, for a reason that lies in the plugin's files. */
export class CommandError extends Error {
  /** `code`: in capitals, for `--json`. `hint`: what to do. */
  constructor(
    readonly code: string,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

const letters = (word: string) => [...word].sort().join('');

/** What somebody may have meant by a word that nobody knows: the nearest, or one with the same letters. */
export const meant = (word: string, known: readonly string[]): string =>
  didYouMean(word, known, known.find((one) => letters(one) === letters(word)) ?? nearest(word, known)) ||
  `; one of ${known.join(', ')}`;

const words = (usage: string) => usage.split(' ').filter(Boolean);

/** An error about a plugin, with its files, so that the line can be shown. */
export class PluginFault extends Error {
  constructor(
    readonly plugin: PluginFiles,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Adds a plugin's files to what work with it throws. */
export const about = <T>(plugin: PluginFiles, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => Promise.reject(new PluginFault(plugin, error)));

/** Reads the arguments of a command. @throws `UsageError` */
export function readGiven(name: string, { usage, options }: Command, args: readonly string[]): Given {
  const known: Command['options'] = { ...options, help: { type: 'boolean', help: '' } };
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: known,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens ?? []) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (!option)
      throw new UsageError(`bulkhead ${name}: no option --${token.name}${meant(token.name, Object.keys(known))}`);
    if (option.type === 'string' && token.value === undefined)
      throw new UsageError(`bulkhead ${name}: --${token.name} needs a value`);
    if (option.type === 'boolean' && token.value !== undefined)
      throw new UsageError(`bulkhead ${name}: --${token.name} takes no value`);
  }
  const most = words(usage);
  const least = most.filter((word) => !word.startsWith('['));
  const line = `Usage: npx bulkhead ${name} ${usage}`.trim();
  const absent = values.help === true ? undefined : least[positionals.length];
  if (absent !== undefined) throw new UsageError(`bulkhead ${name}: ${absent} is missing\n${line}`);
  const extra = values.help === true ? undefined : positionals[most.length];
  if (extra !== undefined) throw new UsageError(`bulkhead ${name}: nothing is expected at \`${extra}\`\n${line}`);
  const entries = Object.entries(values);
  return {
    words: positionals,
    flags: Object.fromEntries(entries.filter(([, value]) => typeof value === 'boolean')) as Given['flags'],
    values: Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')) as Given['values'],
  };
}

/** The help of one command. */
export function helpOf(name: string, { summary, usage, options, examples }: Command): string {
  const rows = Object.entries(options).map(([option, { value, help }]) => [
    `--${option}${value === undefined ? '' : ` ${value}`}`,
    help,
  ]);
  const width = Math.max(0, ...rows.map(([left = '']) => left.length)) + 2;
  return [
    `${summary}\n`,
    `Usage: npx bulkhead ${name} ${usage}`.trim(),
    ...(rows.length === 0 ? [] : ['', ...rows.map(([left = '', right]) => `  ${left.padEnd(width)}${right}`)]),
    '',
    'Examples:',
    ...examples.map((example) => `  npx bulkhead ${example}`),
  ].join('\n');
}
