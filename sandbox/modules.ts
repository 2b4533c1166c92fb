import { type Modules, SINGLE_MODULE } from '../worker/protocol/modules.js';
import { nearest } from '../worker/protocol/nearest.js';
import { show } from '../worker/protocol/show.js';

/** Answers the engine's questions when a guest imports something. */
export interface ModuleLoader {
  /** The name of the module that a specifier means in another module. Never throws: what means none is refused by `textOf`. */
  nameOf(specifier: string, importer: string): string;
  /** The text of the module of that name. @throws `TypeError` or `SyntaxError`, whose message says what to do. */
  textOf(name: string): string;
}

/** Begins the name of what is no module of the package, as no path of one does. */
const REFUSED = '?';
/** Characters of an untrusted specifier that such a name holds. */
const SPECIFIER_CHARS = 200;
/** Modules of a folder among which a misspelt one is looked for. */
const NEAR = 20;
const RELATIVE = /^\.{1,2}\//;

/** Resolves imports within the modules of one plugin: relative paths, to the letter. */
export function moduleLoader(modules: () => Modules): ModuleLoader {
  return {
    nameOf(specifier, importer) {
      const { entry, texts } = modules();
      // Code that was made of a text at run time is in no module.
      const from = texts.has(importer) ? importer : entry;
      const path = pathOf(specifier, from);
      if (path !== undefined && texts.has(path)) return path;
      return REFUSED + JSON.stringify([specifier.slice(0, SPECIFIER_CHARS), from]);
    },
    textOf(name) {
      const { texts } = modules();
      const text = texts.get(name);
      if (text === undefined) throw refusal(name, texts);
      return name.endsWith('.json') ? jsonModule(name, text) : text;
    },
  };
}

/** A path inside the package; `undefined` for one that leads out of it, and for everything that is no relative path. */
function pathOf(specifier: string, importer: string): string | undefined {
  if (!RELATIVE.test(specifier)) return undefined;
  const parts = importer.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

function refusal(name: string, texts: Modules['texts']): TypeError {
  const [specifier, importer] = JSON.parse(name.slice(REFUSED.length)) as [string, string];
  return new TypeError(`${importer} imports ${show(specifier)}: ${reason(specifier, importer, texts)}`);
}

function reason(specifier: string, importer: string, texts: Modules['texts']): string {
  if (!RELATIVE.test(specifier)) return 'a plugin reaches its own files only, by `./` or `../`; bundle it';
  if (texts.size === 1 && importer === SINGLE_MODULE)
    return 'the plugin has no other module; install it as a package whose bulkhead.json lists them, or bundle them into one';
  const path = pathOf(specifier, importer);
  if (path === undefined) return 'that leads out of the package';
  const meant = meantBy(path, [...texts.keys()]);
  const hint =
    meant === undefined ? 'list it under `files`, as a .js, .mjs or .json file' : `did you mean ${show(meant)}?`;
  return `the package has no module ${show(path)}; ${hint}`;
}

/** The module that a path without its ending may mean, with a letter wrong, or in the wrong folder. */
function meantBy(path: string, known: readonly string[]): string | undefined {
  const [folder, file] = split(path);
  const whole = [`${path}.js`, `${path}.mjs`, `${path}/index.js`].find((one) => known.includes(one));
  if (whole !== undefined) return whole;
  const beside = known.map(split).flatMap(([place, name]) => (place === folder ? [name] : []));
  const near = nearest(file, beside.slice(0, NEAR));
  return near === undefined ? known.find((one) => split(one)[1] === file) : folder + near;
}

function split(path: string): [folder: string, file: string] {
  const at = path.lastIndexOf('/') + 1;
  return [path.slice(0, at), path.slice(at)];
}

/** A module whose default export is the value of a JSON file. */
function jsonModule(name: string, text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`${name} is not JSON: ${(error as Error).message}`);
  }
  return `export default JSON.parse(${JSON.stringify(text)});`;
}
