import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** A page that holds nothing but scripts: these tags, and no code that touches the page. */
const PLAIN_TAGS = /<\/?(?:!doctype|html|head|body|title|meta|link|div id=['"]?log)\b[^>]*>|<!--[\s\S]*?-->/gi;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const HARNESS = /^\/resources\/testharness(?:report)?\.js$/;

/** Why a file is not run, by its path or by what it names. The first that fits counts. */
const NEEDS = [
  ['idl', /idlharness/],
  ['page', /send-file-form|webkit-|Event-timestamp-|decoding-helpers|unsupported-encodings/],
  ['server', /bad-port|request-cache|compression-output-length|crypto\/historical|WebCryptoAPI\/historical/],
  ['server', /get-host-info|\.py\b|\.asis\b|corspreflight|service-worker/],
  ['worker', /\bnew (?:Shared)?Worker\b|\bServiceWorker\b|BroadcastChannel/],
  ['page', /\bdocument\b|\bwindow\b|\biframe\b|XMLHttpRequest|\bFileReader|createObjectURL|FileList/],
];
/** How the tests of structured cloning run here, where only `structuredClone` clones. */
const CLONE = {
  folder: 'html/webappapis/structured-clone',
  code: `runStructuredCloneBatteryOfTests({
    structuredClone: async (data, transfer) => structuredClone(data, { transfer }), hasDocument: false });`,
};

const metaOf = (text, key) =>
  [...text.matchAll(/^\/\/ META: (\w+)=(.*)$/gm)].filter(([, name]) => name === key).map(([, , value]) => value.trim());

/** Files of a folder with tests, by their paths in the checkout. */
export async function testsIn(checkout, folder) {
  const names = await readdir(join(checkout, folder), { recursive: true });
  return names
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((name) => /\.any\.js$|\.worker\.js$|\.window\.js$|\.html$/.test(name))
    .concat(folder === CLONE.folder ? [`${folder}/structured-clone-battery-of-tests-harness.js`] : [])
    .filter((name) => !/\/(?:resources|support)\/|-ref\.html$|-manual\.|\/multi-globals\//.test(name))
    .sort();
}

/** The scripts that a page names, and its own; `undefined` for a page with anything else. */
function scriptsOfPage(text) {
  const scripts = [];
  const rest = text.replace(SCRIPT, (_all, attributes, code) => {
    const src = attributes.match(/\bsrc=['"]?([^'"\s>]+)/)?.[1];
    scripts.push(src === undefined ? { code } : { src });
    return '';
  });
  return rest
    .replace(PLAIN_TAGS, '')
    .replace(/<title>[\s\S]*?<\/title>/i, '')
    .trim()
    .replace(/^[^<>]*$/, '') === ''
    ? scripts
    : undefined;
}

/**
 * What one file comes to: `{ runs: [{ file, search, scripts }] }`, each with the texts of its scripts in order, or `{ needs }` with
 * the reason why it is not run.
 */
export async function readTest(checkout, file) {
  const text = await readFile(join(checkout, file), 'utf8');
  let parts;
  if (file.endsWith('.html')) {
    parts = scriptsOfPage(text);
    if (!parts) return { needs: 'page' };
  } else {
    const imported = [];
    const code = text.replace(/^importScripts\(([^)]*)\);?/gm, (_all, list) => {
      imported.push(...[...list.matchAll(/["']([^"']+)["']/g)].map(([, src]) => ({ src })));
      return '';
    });
    parts = [...metaOf(text, 'script').map((src) => ({ src })), ...imported, { code }];
  }
  if (file.startsWith(CLONE.folder)) {
    const battery = ['structured-clone-battery-of-tests.js', 'structured-clone-battery-of-tests-with-transferables.js'];
    parts = [...battery.map((src) => ({ src })), { code: text }, { code: CLONE.code }];
  }
  const scripts = [];
  for (const { src, code } of parts) {
    if (src === undefined) scripts.push(code);
    else if (!HARNESS.test(src)) {
      const path = src.startsWith('/') ? src.slice(1) : posix.join(posix.dirname(file), src);
      if (/\.sub\.js$/.test(path)) return { needs: 'server' };
      const at = path === 'resources/WebIDLParser.js' ? 'resources/webidl2/lib/webidl2.js' : path;
      try {
        scripts.push(await readFile(join(checkout, at), 'utf8'));
      } catch {
        return { needs: 'server' };
      }
    }
  }
  // What a helper names is not what the test needs.
  const own = `${file}\n${parts.map(({ src = '', code = '' }) => `${src}\n${code.replace(/^\s*\/\/.*$/gm, '')}`).join('\n')}`;
  const need = file.startsWith(CLONE.folder) ? undefined : NEEDS.find(([, pattern]) => pattern.test(own));
  if (need) return { needs: need[0] };
  const variants = metaOf(text, 'variant');
  return {
    runs: (variants.length > 0 ? variants : ['']).map((search) => ({
      file,
      search,
      scripts,
      isLong: metaOf(text, 'timeout').includes('long'),
    })),
  };
}
