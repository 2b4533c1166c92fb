import { plainData } from '../../../worker/protocol/plain-data.js';
import type { RehearsedWorld } from '../../index.js';

export type Json = { readonly [key: string]: unknown };

/** What a test expects of a call. What is not said is not looked at. */
export interface Expectation {
  /** Parts of what the tool returns: objects may have more members. */
  readonly result?: unknown;
  /** Part of an error’s code or message. Absent: the call must not fail. */
  readonly error?: string;
  /** Each is part of something the call has done, e.g. `{ kind: 'storage', key: 'note' }`. */
  readonly effects?: readonly Json[];
}

/** One test of a plugin: a call in a world that is made up. */
export interface PluginTest {
  readonly name: string;
  readonly tool: string;
  readonly args: Json;
  readonly world?: RehearsedWorld;
  readonly expect?: Expectation;
}

/** What the plugin studio edits: a plugin of one file, and its tests. */
export interface PluginArtifact {
  /** Of the plugin that is installed and repaired; empty for a new one. */
  readonly id: string;
  /** What stands above the source in the file; `null` where the source declares it itself, or has none. */
  readonly manifest: Json | null;
  readonly source: string;
  readonly tests: readonly PluginTest[];
}

const SOURCE_CHARS = 4 * 1024 * 1024;
const TESTS = 200;

export const emptyPlugin = (): PluginArtifact => ({
  id: '',
  manifest: { manifest: 1, id: 'my-plugin', version: '0.1.0', name: 'My plugin', permissions: [], tools: [] },
  source: '',
  tests: [],
});

/** A copy with everything in it that is a plugin, and nothing else. */
export function cleanPlugin(given: PluginArtifact): PluginArtifact {
  const { id, manifest, source, tests } = Object(given) as { readonly [key in keyof PluginArtifact]?: unknown };
  const names = new Set<string>();
  return {
    id: typeof id === 'string' ? id : '',
    manifest: jsonObject(manifest),
    source: typeof source === 'string' ? source.slice(0, SOURCE_CHARS) : '',
    tests: (Array.isArray(tests) ? tests : []).slice(0, TESTS).flatMap((one) => {
      const test = cleanTest(one);
      if (!test || names.has(test.name)) return [];
      names.add(test.name);
      return [test];
    }),
  };
}

/** Returns a normalised test; `undefined` if it is none. */
export function cleanTest(given: unknown): PluginTest | undefined {
  const { name, tool, args, world, expect } = jsonObject(given) ?? {};
  if (typeof name !== 'string' || name === '' || typeof tool !== 'string') return undefined;
  const [made, wanted] = [jsonObject(world), jsonObject(expect)];
  return {
    ...{ name, tool, args: jsonObject(args) ?? {} },
    ...(made && { world: made as RehearsedWorld }),
    ...(wanted && { expect: wanted as Expectation }),
  };
}

/** A copy of an object of plain data without members named `__proto__`; `null` for anything else. */
export function jsonObject(value: unknown): Json | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  try {
    return without(plainData(value)) as Json;
  } catch {
    return null;
  }
}

/** In the text of a program such a member would be a prototype. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, inner]) => [key, without(inner)]),
  );
}

/** The plugin as the one file that is installed and handed on. */
export const pluginFile = ({ manifest, source }: PluginArtifact): string =>
  manifest === null ? source : `export const manifest = ${JSON.stringify(manifest, null, 2)};\n\n${source.trimStart()}`;

export function fileName({ id, manifest }: PluginArtifact): string {
  const own = manifest?.id;
  return `${typeof own === 'string' && /^[a-z0-9-]+$/.test(own) ? own : id || 'plugin'}.plugin.js`;
}
