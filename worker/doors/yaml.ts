import type { parse } from 'yaml';

interface Yaml {
  readonly parse: typeof parse;
}

let loaded: Yaml | undefined;

/** Reads YAML: texts, lists and maps, where every scalar is a text. @throws where it is none. */
export type ReadYaml = (text: string) => unknown;

const reader =
  ({ parse: read }: Yaml): ReadYaml =>
  (text) =>
    read(text, { schema: 'failsafe', logLevel: 'error' });

/** Loads the reader where it is used: it is larger than all that uses it. */
export async function loadYaml(): Promise<ReadYaml> {
  loaded ??= await import('yaml');
  return reader(loaded);
}

/** The reader at once, where it is there already or can be had without waiting, as in Node. */
export function yamlNow(): ReadYaml | undefined {
  loaded ??= inNode();
  return loaded && reader(loaded);
}

function inNode(): Yaml | undefined {
  const { process } = globalThis as {
    readonly process?: { getBuiltinModule?(name: string): { createRequire(url: string): (name: string) => unknown } };
  };
  try {
    return process?.getBuiltinModule?.('node:module').createRequire(import.meta.url)('yaml') as Yaml | undefined;
  } catch {
    return undefined;
  }
}
