import { withoutThoughts } from '../base/thoughts.js';

/** A text that ends what came before it, or is in a script that writes no spaces, follows without a space. */
const JOINS =
  /^[\s,.;:!?…)\]}’”»、。，！？；：」』）…\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The message that a director writes. `before`: of a message that is continued, what there is of it. */
export function draftOf(before: string, changed?: (text: string) => void) {
  let text = before;
  let isWritten = false;
  const isBlank = () => text.trim() === '';
  /** Puts a text in its place. @throws for a blank one: then the draft stays. */
  const write = (given: string): void => {
    if (given.trim() === '') throw new Error('the text is blank: the draft stays as it was');
    text = given;
    isWritten = true;
    changed?.(given);
  };
  return {
    get text(): string {
      return text;
    },
    get isBlank(): boolean {
      return isBlank();
    },
    /** The director has come to a message that was not there before. */
    get isNew(): boolean {
      return !isBlank() && text !== before;
    },
    write,
    /** Takes a text that was said without a tool, unless something was written before. @returns true where it was taken. */
    take(said: string): boolean {
      const answer = withoutThoughts(said);
      if (answer === '' || isWritten) return false;
      write(goOn(before, answer));
      return true;
    },
  };
}

function goOn(before: string, text: string): string {
  if (before.trim() === '' || text.startsWith(before.trim())) return text;
  return /\s$/.test(before) || JOINS.test(text) ? before + text : `${before} ${text}`;
}

/** A passage of a text, and what takes its place. */
export interface MessagePatch {
  readonly find: string;
  readonly replace: string;
}

/**
 * A text with all patches in it, in order. @throws where one of them finds nothing, or more than one place.
 *
 * @example
 * import { applyMessagePatches } from 'bulkhead/modes';
 * const text = applyMessagePatches('The attic costs ten.', [{ find: 'ten', replace: 'twelve' }]);
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
