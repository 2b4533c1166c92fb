import { expect, test } from 'vitest';
import { sources, textOf } from './imports.js';

/** What is written once, the pattern of a copy, and the files that may have it. */
const ONCE: readonly (readonly [what: string, copy: RegExp, home: RegExp])[] = [
  // The tool worker takes the function before it removes it from its global scope.
  // The platform of guests gives plugins both, and its types name both.
  [
    'a random id',
    /getRandomValues|randomUUID/,
    /^(worker\/(primitives\/random-id|tool\/realm|natives\/index)|sandbox\/guest\/parts\/(crypto|http\/multipart)|worker\/plugin\/globals\/crypto)\.ts$/,
  ],
  [
    'a mutex of promises',
    /(this\.#\w+|\b\w+) = \1\s*\.then\(|const (\w+) = [\w.#]+\.then\([^;]*\);\s*[\w.#]+ = \2\.(catch|then)\(/,
    /^worker\/primitives\/mutex\.ts$/,
  ],
  // The tool worker takes the function before it removes it from its global scope.
  [
    'a timer that is cancelled, for a debounce or a deadline',
    /clearTimeout|ReturnType<typeof setTimeout>|window\.setTimeout/,
    /^(worker\/(primitives\/timers|tool\/realm)|src\/primitives\/awake-timeout|sandbox\/guest\/(globals|parts\/timers)|worker\/plugin\/globals\/scope)\.ts$/,
  ],
  ['a sleep', /new Promise(<\w+>)?\(\((\w+)\) => (void )?setTimeout\(\2\b/, /^worker\/primitives\/timers\.ts$/],
];

test.each(ONCE)('%s is written in one place', (_what, copy, home) => {
  expect(sources.filter((file) => !home.test(file) && copy.test(textOf(file)))).toEqual([]);
});
