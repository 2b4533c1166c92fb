/** Switches of one orchestration. Default on; only the literal `false` switches a tool of `custom` off. */
export interface ToolFlags {
  /** Extension tools by name. */
  readonly custom?: { readonly [name: string]: unknown };
  /** Built-ins by namespace and verb, e.g. `chat: { search: true }`. */
  readonly [namespace: string]: unknown;
}

/** True unless the user has switched an extension tool off. */
export const isExtensionToolEnabled = (flags: ToolFlags | undefined, name: string): boolean => {
  const custom = flags?.custom;
  return !(Object.hasOwn(Object(custom), name) && custom?.[name] === false);
};

/** True for a built-in whose flag is set; without flags all are on. */
export function isBuiltinEnabled(flags: ToolFlags | undefined, name: string): boolean {
  if (!flags) return true;
  const [namespace, verb] = [name.slice(0, name.indexOf('_')), name.slice(name.indexOf('_') + 1)];
  const flag = (space: string, key: string) => Boolean((Object(flags[space]) as { [key: string]: unknown })[key]);
  // The one whose namespace is not in its name.
  return name === 'world_book_list' ? flag('lorebook', name) || flag('lorebook', verb) : flag(namespace, verb);
}
