import type { ToolInfo } from '../../../index.js';
import { fieldsOf } from './context.js';

/** A tool's name, and what was written behind it. */
export function splitCommand(text: string): { readonly name: string; readonly rest: string } {
  const [, name = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
  return { name, rest };
}

/** Reads a tool's arguments: a JSON object, or the bare text of its one required or only argument; `undefined` for neither. */
export function readArguments(rest: string, { parameters }: Pick<ToolInfo, 'parameters'>): object | undefined {
  const text = rest.trim();
  if (text === '') return {};
  const parsed = parse(text);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  if (text.startsWith('{')) return undefined;
  const only = onlyProperty(parameters);
  if (!only) return undefined;
  const [name, property] = only;
  // A number, a flag or a list is written as JSON; a text needs no quotes.
  const value = fieldsOf(property).type === 'string' || parsed === undefined ? unquoted(text, parsed) : parsed;
  return { [name]: value };
}

/** An example of a tool's arguments, as JSON. */
export function exampleArguments({ parameters }: Pick<ToolInfo, 'parameters'>): string {
  const names = Object.keys(fieldsOf(parameters.properties)).slice(0, 2);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, '…'])));
}

const unquoted = (text: string, parsed: unknown): string => (typeof parsed === 'string' ? parsed : text);

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The one argument a tool requires, else the only one it has. */
function onlyProperty({ properties, required }: ToolInfo['parameters']): [string, unknown] | undefined {
  const all = Object.entries(fieldsOf(properties));
  const needed = Array.isArray(required) ? all.filter(([name]) => required.includes(name)) : [];
  const from = needed.length > 0 ? needed : all;
  return from.length === 1 ? from[0] : undefined;
}
