import type { ResolveFnOutput, ResolveHookContext } from 'node:module';
import { createRequire, register } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { Counts, type TestEvent } from './counts.js';

// Node imports this file in three places: before the tests, in its thread that resolves imports, and as the reporter.
if (isMainThread) register(import.meta.url);

/** The entries that tests may import although nothing is installed beside them. */
const ENTRIES: { readonly [name: string]: string } = {
  bulkhead: './index.js',
  'bulkhead/node': './node.js',
  'bulkhead/storage': './storage.js',
};

const isInstalled = (name: string, importer: string): boolean => {
  try {
    createRequire(importer).resolve(name);
    return true;
  } catch {
    return false;
  }
};

type Next = (name: string, context: ResolveHookContext) => Promise<ResolveFnOutput>;

/** Resolves this package to the one that the command is of, where the author’s folder has none. */
export async function resolve(name: string, context: ResolveHookContext, next: Next): Promise<ResolveFnOutput> {
  const file = Object.hasOwn(ENTRIES, name) ? ENTRIES[name] : undefined;
  const { parentURL = '' } = context;
  if (file === undefined || !parentURL.startsWith('file:') || isInstalled(name, parentURL)) return next(name, context);
  return { url: new URL(file, import.meta.url).href, shortCircuit: true };
}

/** A reporter of Node's runner: the counts and the failures as one JSON document. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = new Counts();
  for await (const event of events) counts.add(event);
  yield `${JSON.stringify(counts.result(), null, 2)}\n`;
}
