import { installed } from './packages.js';

/** Installs the packages before the test files begin. */
export function setup(): void {
  installed();
}
