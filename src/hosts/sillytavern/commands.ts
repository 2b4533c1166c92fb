import type { Host } from '../../index.js';
import { exampleArguments, readArguments, splitCommand } from './base/arguments.js';
import type { Context } from './base/context.js';
import { RUN_MODES } from './base/modes-choice.js';
import { plainText, withoutMacros } from './base/plain-text.js';
import { CALL_MODES } from './base/text-calls-choice.js';
import type { Words } from './base/words.js';
import { runByCommand } from './modes/command.js';
import type { ModesGate } from './modes/gate.js';
import { chooseByCommand, listSkills } from './text-calls/call-commands.js';
import type { CallSwitch } from './text-calls/switch.js';

/** What the slash commands work with. */
export interface CommandParts {
  readonly host: Host;
  readonly words: Words;
  /** Opens the drawer. */
  readonly open: () => Promise<void>;
  readonly status: () => string;
  readonly calls: CallSwitch;
  readonly modes: ModesGate;
}

/** Characters of a tool's description in the list of commands. */
const DESCRIPTION_CHARS = 160;
const ERROR_CHARS = 500;

const VERBS = ['open', 'stop', 'kill', 'resume', 'status', 'calls'] as const;

/** Registers `/bulkhead` and `/tool`. What fails is thrown: SillyTavern shows it, and ends the script. */
export function registerCommands(context: Context, { host, words, open, status, calls, modes }: CommandParts): void {
  const { SlashCommandParser, SlashCommand, SlashCommandArgument, SlashCommandEnumValue, ARGUMENT_TYPE } = context;
  const argument = (description: string, choices: () => unknown[], isRequired: boolean) =>
    SlashCommandArgument.fromProps({
      description,
      typeList: [ARGUMENT_TYPE.STRING],
      isRequired,
      enumProvider: choices,
      forceEnum: false,
    });
  const verbs: { readonly [verb in (typeof VERBS)[number]]: (rest: string) => Promise<unknown> } = {
    open,
    stop: () => host.stopAll(),
    kill: () => host.kill(),
    resume: () => host.resume(),
    status: async () => void (await host.ready()),
    calls: (rest) => chooseByCommand(calls, words, rest),
  };
  SlashCommandParser.addCommandObject(
    SlashCommand.fromProps({
      name: 'bulkhead',
      helpString: words('command.bulkhead'),
      returns: words('command.bulkhead.returns'),
      unnamedArgumentList: [
        argument(
          words('command.bulkhead.what'),
          () => [...VERBS, ...CALL_MODES.map((mode) => `calls ${mode}`)].map((verb) => new SlashCommandEnumValue(verb)),
          false,
        ),
      ],
      callback: async (_named: unknown, unnamed: unknown) => {
        const [verb = '', ...rest] = (String(unnamed ?? '').trim() || 'open').split(/\s+/);
        if (!Object.hasOwn(verbs, verb)) throw new Error(`/bulkhead: ${words('command.bulkhead.what')}`);
        const answer = await verbs[verb as keyof typeof verbs](rest.join(' '));
        return typeof answer === 'string' ? answer : status();
      },
    }),
  );
  SlashCommandParser.addCommandObject(
    SlashCommand.fromProps({
      name: 'skills',
      helpString: words('command.skills'),
      returns: words('command.skills.returns'),
      callback: () => listSkills(host, words),
    }),
  );
  SlashCommandParser.addCommandObject(
    SlashCommand.fromProps({
      name: 'bulkhead-run',
      helpString: words('command.run'),
      returns: words('command.run.returns'),
      unnamedArgumentList: [
        argument(
          words('command.run.what'),
          () => [...RUN_MODES, 'stop'].map((mode) => new SlashCommandEnumValue(mode)),
          false,
        ),
      ],
      callback: (_named: unknown, unnamed: unknown) =>
        runByCommand(modes, context, words, String(unnamed ?? '')).catch((error: Error) => {
          throw new Error(plainText(error.message, ERROR_CHARS));
        }),
    }),
  );
  SlashCommandParser.addCommandObject(
    SlashCommand.fromProps({
      name: 'tool',
      helpString: words('command.tool'),
      returns: words('command.tool.returns'),
      unnamedArgumentList: [
        argument(
          words('command.tool.what'),
          () =>
            host.tools
              .list()
              .map(
                ({ name, description }) => new SlashCommandEnumValue(name, plainText(description, DESCRIPTION_CHARS)),
              ),
          true,
        ),
      ],
      callback: (_named: unknown, unnamed: unknown) =>
        callTool(host, words, String(unnamed ?? '')).catch((error: Error) => {
          // The host shows what is thrown as HTML, and a tool's own words may be in it.
          throw new Error(plainText(error.message, ERROR_CHARS));
        }),
    }),
  );
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
