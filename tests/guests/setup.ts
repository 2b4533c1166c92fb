import { setup as build } from '../e2e/build.js';
import { installed } from './packages.js';

/** Installs the packages and builds ours before the test files begin: two files side by side must not build it at once. */
export function setup(): void {
  installed();
  build();
}
