/** What an object itself has under a name that a stranger chose; never what it inherits. */
export const own = <T>(map: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  map && Object.hasOwn(map, name) ? map[name] : undefined;
