/** A passage of a text, and what takes its place. */
export interface MessagePatch {
  readonly find: string;
  readonly replace: string;
}

/**
 * A text with all patches in it, one after another.
 * @throws, and nothing has changed, where one of them finds nothing, or more than one place.
 */
export function applyMessagePatches(text: string, patches: readonly MessagePatch[]): string {
  return patches.reduce((now, { find, replace }, at) => {
    const first = find === '' ? -1 : now.indexOf(find);
    if (first < 0) throw new Error(`patch ${at + 1} finds nothing: nothing was changed`);
    if (now.indexOf(find, first + 1) >= 0)
      throw new Error(`patch ${at + 1} finds more than one place: nothing was changed`);
    return now.slice(0, first) + replace + now.slice(first + find.length);
  }, text);
}
