import { CAPABILITIES } from '../protocol/capabilities/index.js';
import { didYouMean } from '../protocol/nearest.js';

const BYTES = 'use Uint8Array, or bundle the npm package `buffer`';
const BUNDLE = 'bundle the plugin as one ES module, for example `esbuild --bundle --format=esm`';
const NO_PROCESS = 'a guest has no process: put the setting into the source, or take it as an argument';
const NO_PAGE = 'a guest has no page: return data, and the page shows it';
const STORE = 'use `ctx.storage`, with the permission `store`';
const NET = 'use `fetch`, with the permission `net`';
const LATER = 'use `setTimeout` or `queueMicrotask`';
const GLOBAL = 'write `globalThis`';
const ALONE = 'a guest has one thread: split long work by `await`';
const NOTIFY = 'use `ctx.notify`, with the permission `notify`, or return the text';
const YIELDED = 'the engine cannot read `for (… of yield …)`: put what is yielded into a variable before the loop';
const JAVASCRIPT = 'a guest runs JavaScript only: use a build of the library without WebAssembly';

/** Globals that code looks for, and that no guest has: what an author does instead. docs/plugins.md shows this table; a test compares the two. */
export const MISSING_GLOBALS: { readonly [name: string]: string } = {
  Buffer: BYTES,
  require: BUNDLE,
  module: BUNDLE,
  exports: BUNDLE,
  __dirname: BUNDLE,
  __filename: BUNDLE,
  process: NO_PROCESS,
  global: GLOBAL,
  window: NO_PAGE,
  document: NO_PAGE,
  location: NO_PAGE,
  history: NO_PAGE,
  HTMLElement: NO_PAGE,
  Element: NO_PAGE,
  Node: NO_PAGE,
  Image: NO_PAGE,
  Audio: NO_PAGE,
  DOMParser: NO_PAGE,
  customElements: NO_PAGE,
  requestAnimationFrame: NO_PAGE,
  localStorage: STORE,
  sessionStorage: STORE,
  indexedDB: STORE,
  caches: STORE,
  XMLHttpRequest: NET,
  WebSocket: NET,
  EventSource: NET,
  alert: NOTIFY,
  confirm: NOTIFY,
  prompt: NOTIFY,
  Notification: NOTIFY,
  setImmediate: LATER,
  Worker: ALONE,
  Atomics: ALONE,
  WebAssembly: JAVASCRIPT,
};

/** What `ctx` always has, beside the fields of a host's own. */
export const CONTEXT_MEMBERS: readonly string[] = [
  ...new Set(CAPABILITIES.filter(({ methods }) => Object.keys(methods).length > 0).map(({ group }) => group)),
  ...['signal', 'log', 'progress', 'request'],
];

/**
 * What the author of a plugin can do about an error that says what a guest lacks. The worker reads it from the error, so that no
 * guest puts words into it. `before`: what stands before its place in the source.
 */
export function hintFor(name: string, message: string, before: string): string | undefined {
  if (name === 'ReferenceError') {
    const missing = message.match(/^'([\w$]+)' is not defined$/)?.[1] ?? '';
    return Object.hasOwn(MISSING_GLOBALS, missing) ? MISSING_GLOBALS[missing] : undefined;
  }
  if (name === 'InternalError' && message.startsWith('stack underflow')) return YIELDED;
  if (name !== 'TypeError' || !/^cannot read property '.*' of undefined$/s.test(message)) return undefined;
  const member = before.match(/\bctx\s*\.\s*([\w$]+)\s*$/)?.[1];
  if (member === undefined || CONTEXT_MEMBERS.includes(member)) return undefined;
  const meant = didYouMean(member, CONTEXT_MEMBERS);
  return `ctx has no \`${member}\`${meant || `; it has ${CONTEXT_MEMBERS.join(', ')}`}`;
}
