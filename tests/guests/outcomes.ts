import { beforeAll, expect, test } from 'vitest';
import { pluginOf } from './bundles.js';
import { FAILURES } from './failures.js';
import { resultsInNode } from './in-node.js';
import { names } from './packages.js';

/** What became of a plugin: the tool's value, or where it failed, and how. */
export type Outcome =
  | { readonly value: unknown }
  | { readonly at: 'load' | 'call'; readonly code: string | undefined; readonly message: string };

/** Declares a test for each package: it does in a guest what it does in Node, or fails as the documents say. */
export function testEachPackage(run: (source: string) => Promise<Outcome>): void {
  const able = names.filter((name) => !FAILURES[name]);
  let results: ReadonlyMap<string, unknown>;
  beforeAll(async () => {
    results = await resultsInNode(able);
  });

  for (const name of names) {
    const failure = FAILURES[name];
    if (failure) {
      test(`${name} fails with an error that says why`, async () => {
        const plugin = await pluginOf(name);
        const outcome =
          'refused' in plugin ? { at: 'bundle', code: undefined, message: plugin.refused } : await run(plugin.source);
        const { message, ...rest } = failure;
        expect(outcome).toEqual({ code: undefined, ...rest, message: expect.stringMatching(message) });
      });
    } else {
      test(`${name} does in a guest what it does in Node`, async () => {
        const plugin = await pluginOf(name);
        if ('refused' in plugin) throw new Error(plugin.refused);
        const value = results.get(name);
        expect(value).toBeTruthy();
        expect(await run(plugin.source)).toEqual({ value });
      });
    }
  }
}
