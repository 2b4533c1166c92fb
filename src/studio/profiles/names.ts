import { isProfileName } from '../../engine/internal.js';
import { wrong } from '../editors/arguments.js';

/** A new name. @throws for one that cannot be, or that there is already. */
export function checkName(name: string, taken: readonly string[]): string {
  if (!isProfileName(name)) {
    throw wrong(`“${name}” is no name: letters and digits, also with space, - and _ between, 64 at most`);
  }
  if (taken.includes(name)) throw wrong(`there is a “${name}” already`);
  return name;
}
