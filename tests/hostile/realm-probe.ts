/**
 * Native code in the tool worker's realm, as a guest would be after it broke out of QuickJS and WebAssembly. It tries
 * every way out twice: by the globals it finds, and by the ones taken before the realm was stripped.
 */

/** Goes before the tool worker's script: keeps what an attacker would want, outside the global object. */
const prefix = (base: string) => `
const probeBase = ${JSON.stringify(base)};
const probePort = new Promise((resolve) => addEventListener('message', (event) => resolve(event.data.port), { once: true }));
const taken = Object.fromEntries(['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'importScripts', 'indexedDB',
  'caches', 'Worker', 'Blob', 'FontFace', 'navigator']
  .map((name) => [name, typeof self[name] === 'function' && !/^[A-Z]/.test(name) ? self[name].bind(self) : self[name]]));
taken.objectURL = URL.createObjectURL.bind(URL);
const later = setTimeout.bind(self);
`;

/** Goes after it. Answers on the worker's port: per path `reached` or the refusal. */
const PROBE = `
;(async () => {
  const port = await probePort;
  const within = (promise) => Promise.race([promise, new Promise((_, no) => later(() => no(new Error('no answer')), 1500))]);
  const opened = (target, good) => new Promise((yes, no) => {
    target.addEventListener(good, () => yes());
    target.addEventListener('error', () => no(new Error('refused')));
  });
  const paths = (how) => {
    const at = (what) => probeBase + how + '/' + what;
    return {
      fetch: (g) => g.fetch(at('fetch')),
      'XMLHttpRequest': (g) => { const x = new g.XMLHttpRequest(); x.open('GET', at('xhr'), false); x.send(); },
      'WebSocket': (g) => new Promise((yes, no) => { const w = new g.WebSocket(at('websocket').replace('http', 'ws')); w.onopen = yes; w.onerror = () => no(new Error('refused')); }),
      'EventSource': (g) => { const e = new g.EventSource(at('events')); return opened(e, 'open').finally(() => e.close()); },
      'font download': (g) => new g.FontFace('x', 'url(' + at('font') + ')').load(),
      'importScripts': (g) => g.importScripts(at('imported.js')),
      'nested worker': (g) => new Promise((yes, no) => {
        const w = new g.Worker((g.objectURL ?? URL.createObjectURL)(new g.Blob(['postMessage(1)'])));
        w.onmessage = yes; w.onerror = () => no(new Error('refused'));
      }),
      'address of a blob': () => URL.createObjectURL(new taken.Blob([''])),
      'IndexedDB': (g) => opened(g.indexedDB.open('probe'), 'success'),
      'caches': (g) => g.caches.open('probe'),
      'private file system': (g) => g.navigator.storage.getDirectory(),
      'locks': (g) => g.navigator.locks.request('probe', () => {}),
      'import of a URL': () => import(at('module.js')),
      'import of data': () => import('data:text/javascript,export default 1'),
      'eval': () => (0, eval)('1'),
      'Function': () => (() => {}).constructor('return 1')(),
      'async Function': () => (async () => {}).constructor('return 1')(),
    };
  };
  const attempt = async (work) => {
    try { await within(work()); return 'reached'; } catch (error) { return String(error && error.message || error); }
  };
  const all = async (how, given) => {
    const answers = {};
    for (const [name, work] of Object.entries(paths(how))) answers[name] = await attempt(async () => work(given));
    return answers;
  };
  const globals = [];
  for (let o = globalThis; o && o !== Object.prototype; o = Object.getPrototypeOf(o)) globals.push(...Object.getOwnPropertyNames(o));
  let signalled = false;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(probeBase);
  if (channel) channel.onmessage = () => { signalled = true; };
  const found = await all('found', globalThis);
  const byTaken = await all('taken', taken);
  for (let i = 0; channel && i < 10; i++) { channel.postMessage(1); await new Promise((go) => later(go, 50)); }
  found['signal to another worker'] = signalled ? 'reached' : 'nothing arrived';
  port.postMessage({ probed: { globals, found, taken: byTaken } });
})();
`;

/** What a probe answers. */
export interface Probed {
  readonly globals: readonly string[];
  readonly found: { readonly [path: string]: string };
  readonly taken: { readonly [path: string]: string };
  /** Paths below this probe's base that the server saw. */
  readonly requests: readonly string[];
}

let probes = 0;

/** Runs two probes at once, so that each has another worker to signal. `middle` is the script between the two halves. */
export async function probeTwo(
  middle: string,
  spawn: (script: string) => Promise<(port: MessagePort) => void>,
): Promise<Probed[]> {
  probes += 1;
  const base = `/probe/${Date.now()}-${probes}/`;
  const start = await spawn(prefix(location.origin + base) + middle + PROBE);
  const answers = await Promise.all(
    [0, 1].map(
      () =>
        new Promise<Probed>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => {
            if (data?.probed) resolve(data.probed as Probed);
          };
          start(port2);
        }),
    ),
  );
  const log = (await (await fetch('/probe-log')).json()) as string[];
  const requests = log.filter((url) => url.startsWith(base)).map((url) => url.slice(base.length));
  return answers.map((answer) => ({ ...answer, requests }));
}
