/** Name of the module that is a plugin of one file. */
export const SINGLE_MODULE = 'plugin.js';

/** The modules of a plugin. */
export interface Modules {
  /** Path of the module that is evaluated. */
  readonly entry: string;
  /** Text of each, by its path inside the package. */
  readonly texts: ReadonlyMap<string, string>;
}

/** True for a file of a package that a module may import. */
export const isModulePath = (path: string): boolean => /\.(?:js|mjs|json)$/.test(path);

/** How the source of several modules begins. No ES module begins so: a text, and then a colon, is a syntax error. */
const SEVERAL = '{"entry":';

/**
 * A plugin's modules as one source: the text itself where there is one, JSON of the entry and of `[path, text]` where there are more.
 * One text is what is hashed, stored, saved in a backup, compared and sent to a worker.
 */
export function sourceOf({ entry, texts }: Modules): string {
  const [[path, text] = ['', ''], another] = texts;
  return another === undefined && path === entry ? text : JSON.stringify({ entry, modules: [...texts] });
}

/** The modules of a source. A text that is no list of modules is the one module that it is, whatever it says. */
export function modulesOf(source: string): Modules {
  return listOf(source) ?? { entry: SINGLE_MODULE, texts: new Map([[SINGLE_MODULE, source]]) };
}

/** The text of the module that is evaluated. */
export function entryOf(source: string): string {
  const { entry, texts } = modulesOf(source);
  return texts.get(entry) ?? '';
}

function listOf(source: string): Modules | undefined {
  if (!source.startsWith(SEVERAL)) return undefined;
  try {
    const { entry, modules } = JSON.parse(source) as { readonly entry?: unknown; readonly modules?: unknown };
    if (typeof entry !== 'string' || !Array.isArray(modules) || !modules.every(isPair)) return undefined;
    const texts = new Map<string, string>(modules);
    return texts.has(entry) ? { entry, texts } : undefined;
  } catch {
    return undefined;
  }
}

const isPair = (pair: unknown): pair is [path: string, text: string] =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
