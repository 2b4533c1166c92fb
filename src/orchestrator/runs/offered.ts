import type { ToolInfo } from '../../contracts/index.js';

/** Switches of one orchestration. Tools are on by default. In `custom`, only the literal `false` switches one off. */
export interface ToolFlags {
  readonly custom?: { readonly [name: string]: unknown };
  /** Built-ins by namespace and verb, e.g. `chat: { search: true }`. */
  readonly [namespace: string]: unknown;
}

/** Returns `false` if the user has switched an extension tool off. */
export const isExtensionToolEnabled = (flags: ToolFlags | undefined, name: string): boolean => {
  const custom = flags?.custom;
  return !(Object.hasOwn(Object(custom), name) && custom?.[name] === false);
};

/** Returns `true` for a built-in whose flag is set. Without flags all are on. */
export function isBuiltinEnabled(flags: ToolFlags | undefined, name: string): boolean {
  if (!flags) return true;
  const [namespace, verb] = [name.slice(0, name.indexOf('_')), name.slice(name.indexOf('_') + 1)];
  const flag = (space: string, key: string) => Boolean((Object(flags[space]) as { [key: string]: unknown })[key]);
  // The only built-in whose namespace is not in its name.
  return name === 'world_book_list' ? flag('lorebook', name) || flag('lorebook', verb) : flag(namespace, verb);
}

/** The schema of a tool, in the form that a model is offered. */
export interface ToolSchema {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
}

export const toSchema = ({
  name,
  description,
  parameters,
}: Pick<ToolInfo, 'name' | 'description' | 'parameters'>): ToolSchema => ({
  type: 'function',
  function: { name, description, parameters },
});

export const FINALIZE = toSchema({
  name: 'finalize',
  description: 'Ends the run and hands over its result.',
  parameters: {
    type: 'object',
    properties: { capsule_text: { type: 'string', description: 'The result, as text.' } },
    required: ['capsule_text'],
  },
});
