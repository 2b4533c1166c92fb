import type { Host } from '../../index.js';
import { exampleArguments, readArguments, splitCommand } from './base/arguments.js';
import type { Context } from './base/context.js';
import { isRunMode, RUN_MODES } from './base/modes-choice.js';
import { notice } from './base/notices.js';
import type { Parts } from './base/parts.js';
import { plainText, withoutMacros } from './base/plain-text.js';
import { CALL_MODES, isCallMode, readSettings } from './base/settings.js';
import type { Words } from './base/words.js';
import { failureWords } from './modes/failure-words.js';
import type { ModesGate } from './modes/gate.js';
import type { CallSwitch } from './text-calls/switch.js';

/** What the slash commands work with. */
interface CommandParts extends Pick<Parts, 'host' | 'words'> {
  /** Opens the drawer. */
  readonly open: () => Promise<void>;
  readonly status: () => string;
  readonly calls: CallSwitch;
  readonly modes: ModesGate;
}

interface Command {
  readonly name: string;
  /** Its texts are `command.<key>`, `command.<key>.returns` and, of its argument, `command.<key>.what`. */
  readonly key: 'bulkhead' | 'skills' | 'run' | 'tool';
  /** What its argument may be; without it there is none. */
  readonly choices?: () => readonly { readonly value: string; readonly about?: string }[];
  readonly isRequired?: boolean;
  readonly run: (text: string) => string | Promise<string>;
}

/** Characters of a tool's description in a list. */
const DESCRIPTION_CHARS = 160;
const ERROR_CHARS = 500;

const VERBS = ['open', 'stop', 'kill', 'resume', 'status', 'calls'] as const;

/** Registers `/bulkhead` and its siblings. What fails is thrown: SillyTavern shows it, and ends the script. */
export function registerCommands(context: Context, { host, words, open, status, calls, modes }: CommandParts): void {
  const { SlashCommandParser, SlashCommand, SlashCommandArgument, SlashCommandEnumValue, ARGUMENT_TYPE } = context;
  const add = ({ name, key, choices, isRequired = false, run }: Command) => {
    const argument = (given: NonNullable<Command['choices']>) =>
      SlashCommandArgument.fromProps({
        description: words(`command.${key as Exclude<typeof key, 'skills'>}.what`),
        typeList: [ARGUMENT_TYPE.STRING],
        isRequired,
        enumProvider: () => given().map(({ value, about }) => new SlashCommandEnumValue(value, about)),
        forceEnum: false,
      });
    SlashCommandParser.addCommandObject(
      SlashCommand.fromProps({
        name,
        helpString: words(`command.${key}`),
        returns: words(`command.${key}.returns`),
        ...(choices && { unnamedArgumentList: [argument(choices)] }),
        callback: (_named: unknown, unnamed: unknown) => run(String(unnamed ?? '')),
      }),
    );
  };
  const verbs: { readonly [verb in (typeof VERBS)[number]]: (rest: string) => Promise<unknown> } = {
    open,
    stop: () => host.stopAll(),
    kill: () => host.kill(),
    resume: () => host.resume(),
    status: async () => void (await host.ready()),
    calls: (rest) => chooseByCommand(calls, words, rest),
  };
  add({
    ...{ name: 'bulkhead', key: 'bulkhead' },
    choices: () => [...VERBS, ...CALL_MODES.map((mode) => `calls ${mode}`)].map((value) => ({ value })),
    run: async (text) => {
      const [verb = '', ...rest] = (text.trim() || 'open').split(/\s+/);
      if (!Object.hasOwn(verbs, verb)) throw new Error(`/bulkhead: ${words('command.bulkhead.what')}`);
      const answer = await verbs[verb as keyof typeof verbs](rest.join(' '));
      return typeof answer === 'string' ? answer : status();
    },
  });
  add({ name: 'skills', key: 'skills', run: () => listSkills(host, words) });
  add({
    ...{ name: 'bulkhead-run', key: 'run' },
    choices: () => [...RUN_MODES, 'stop'].map((value) => ({ value })),
    run: (text) => runByCommand(modes, context, words, text).catch(plainly),
  });
  add({
    ...{ name: 'tool', key: 'tool', isRequired: true },
    choices: () =>
      host.tools
        .list()
        .map(({ name, description }) => ({ value: name, about: plainText(description, DESCRIPTION_CHARS) })),
    run: (text) => callTool(host, words, text).catch(plainly),
  });
}

/** The host shows what is thrown as HTML, and a tool's own words may be in it. */
function plainly(error: Error): never {
  throw new Error(plainText(error.message, ERROR_CHARS));
}

/** Calls a tool as it was written down. @returns its answer as text. */
async function callTool(host: Host, words: Words, text: string): Promise<string> {
  const { name, rest } = splitCommand(text);
  const tools = host.tools.list();
  const tool = tools.find((one) => one.name === name);
  if (!tool) {
    const names = tools.map((one) => one.name).join(', ');
    throw new Error(names === '' ? words('command.tool.empty') : words('command.tool.none', { names }));
  }
  const args = readArguments(rest, tool);
  if (!args) throw new Error(words('command.tool.arguments', { tool: name, example: exampleArguments(tool) }));
  const { value } = await host.tools.execute(name, args);
  return withoutMacros(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

/** `/bulkhead-run`: runs a mode, the chosen one where none is named, or stops what runs. @returns what was found. @throws in words for the user. */
async function runByCommand(modes: ModesGate, context: Context, words: Words, text: string): Promise<string> {
  const [named = '', review = ''] = text.trim().split(/\s+/);
  if (named === 'stop') {
    modes.now?.stop();
    return '';
  }
  const mode = named === '' ? readSettings(context).modes.mode : named;
  if (!isRunMode(mode) || !['', 'review'].includes(review)) {
    throw new Error(`/bulkhead-run: ${words('command.run.what')}`);
  }
  const ended = await (await modes.load()).run({ mode, review: review === 'review' });
  if (!ended) throw new Error(words('modes.busy'));
  if (ended.status === 'failed')
    throw new Error(ended.error ? failureWords(ended.error, words) : (modes.now?.view?.error ?? words('modes.silent')));
  return withoutMacros(ended.capsule ?? '');
}

/** `/bulkhead calls`: says what holds, or chooses it. @returns what holds then. @throws in words for the user. */
async function chooseByCommand(calls: CallSwitch, words: Words, rest: string): Promise<string> {
  const [mode = '', dialect = ''] = rest.split(/\s+/);
  if (mode !== '') {
    if (!isCallMode(mode)) throw new Error(`/bulkhead calls: ${words('command.calls.what')}`);
    if (dialect !== '') await checkDialect(dialect, words);
    await calls.choose({ mode, ...(dialect !== '' && { dialect }) });
  }
  const { mode: now, dialect: written } = calls.choice;
  // Whoever types the command sees no answer of it.
  notice('info', words(`calls.status.${now}`));
  return now === 'text' ? `text ${written}` : now;
}

async function checkDialect(dialect: string, words: Words): Promise<void> {
  const { DIALECT_CHOICES } = await import('./text-calls/dialect.js');
  if ((DIALECT_CHOICES as readonly string[]).includes(dialect)) return;
  throw new Error(words('command.calls.dialects', { dialects: DIALECT_CHOICES.join(', ') }));
}

/** `/skills`: a line for each. */
function listSkills({ skills }: Pick<Host, 'skills'>, words: Words): string {
  const lines = skills.list().map(({ name, description, enabled }) => {
    const state = words(enabled ? 'command.skills.on' : 'command.skills.off');
    return `${name} (${state}): ${plainText(description, DESCRIPTION_CHARS)}`;
  });
  return lines.join('\n') || words('command.skills.none');
}
