import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { preludePlugin } from '../vite/bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where the checkout lies for the tests. */
const ORIGIN = 'https://web-platform.test/';
/** Milliseconds until what has not ended counts as timed out, and more of them until the guest is ended. */
const [TIMEOUT, LONG, MORE] = [30_000, 120_000, 10_000];
const END = LONG + MORE;
const MESSAGE_CHARS = 300;

/** What a guest with one test file is: the harness in the shell's environment, then the scripts, all as a call of a tool. */
const sourceOf = (harness, { file, search, scripts, isLong }) => `
const texts = ${JSON.stringify({ harness, test: scripts.join('\n;\n') })};
const location = { href: ${JSON.stringify(ORIGIN + file + search)}, search: ${JSON.stringify(search)}, protocol: 'https:' };
registerTool({ name: 'main', mode: 'read', parameters: { type: 'object' }, exec: async () => {
  const run = (0, eval);
  run(texts.harness);
  const ended = new Promise((resolve) => add_completion_callback((tests, status) => resolve([
    status.status === 0 ? null : String(status.message).slice(0, ${MESSAGE_CHARS}),
    tests.map(({ name, status, message }) => [name.slice(0, 200), status, String(message ?? '').slice(0, ${MESSAGE_CHARS})]),
  ])));
  const ask = fetch;
  // A guest has no address that others are relative to.
  const absolute = (input) => (typeof input === 'string' ? new URL(input, location.href) : input);
  const Own = Request;
  Object.assign(globalThis, {
    location, isSecureContext: true, GLOBAL: { isWindow: () => false, isWorker: () => false },
    fetch: async (input, init) => ask(absolute(input), init),
    Request: class Request extends Own { constructor(input, init) { super(absolute(input), init); } },
  });
  setTimeout(() => globalThis.timeout(), ${isLong ? LONG : TIMEOUT});
  try { run(texts.test); } catch (error) { return [String(error).slice(0, ${MESSAGE_CHARS}), []]; }
  return ended;
} });`;

/** Opens the rooms of guests in this process. @returns a function that runs one test file, and one that closes them. */
export async function openGuests(checkout) {
  const server = await createServer({
    ...{ root, configFile: false, logLevel: 'error', appType: 'custom', plugins: [preludePlugin()] },
    ...{ server: { middlewareMode: true, hmr: false, watch: null, ws: false }, optimizeDeps: { noDiscovery: true } },
  });
  const load = (path) => server.ssrLoadModule(`/${path}`);
  const { Guest } = await load('worker/tool/guest.ts');
  const { CallPorts } = await load('worker/tool/call-ports.ts');
  const { CallLog } = await load('worker/tool/log.ts');
  const { openCall } = await load('worker/tool/open-call.ts');
  const { Calibration } = await load('worker/tool/calibration.ts');
  const { LIMITS } = await load('worker/protocol/limits.ts');
  const { serveRequests } = await load('worker/rpc/requests.ts');
  const { platform } = await load('tests/fixtures/platform.ts');
  const module = await (await load('tests/fixtures/engine.ts')).engineModule;
  const harness = await readFile(join(checkout, 'resources/testharness.js'), 'utf8');
  const limits = { ...LIMITS, cpuMs: END, timeoutMs: END, loadMs: END, resultBytes: 16 * LIMITS.resultBytes };

  const calibration = new Calibration({ now: () => performance.now(), reference: () => {} });

  /** A server that has the checkout's files and nothing else. */
  const answer = async (_method, { url }) => {
    const path = decodeURIComponent(new URL(url).pathname);
    const body = await readFile(join(checkout, path)).catch(() => undefined);
    const none = { url, headers: {}, encoding: 'base64' };
    if (!url.startsWith(ORIGIN) || !body) return { ...none, status: 404, ok: false, body: '' };
    return { ...none, status: 200, ok: true, body: body.toString('base64') };
  };

  const run = async (test) => {
    const guest = new Guest({
      ...{ module, limits, namesTaken: [], now: () => performance.now(), isGone: () => false, platform: platform() },
      calibration,
      seed: () => crypto.getRandomValues(new Uint8Array(8)),
      nextTask: () => new Promise((resolve) => setImmediate(resolve)),
    });
    const { port1, port2 } = new MessageChannel();
    const served = serveRequests(port2, { answer });
    const log = new CallLog({
      ...{ call: 1, lines: 100, bytes: 10_000, now: () => 0, setTimer: () => 0, emit: () => false },
    });
    try {
      await guest.load(sourceOf(harness, test));
      const settled = await new Promise((settle) => {
        const ports = new CallPorts({ ports: { net: port1 }, denials: {}, limits });
        const times = { timeoutMs: END, cpuMs: END, startedAt: performance.now(), calibration };
        guest.execute(openCall({ id: 1, tool: 'main', flag: '', ...times, log, ports, settle }), 'execute', '{}');
        setTimeout(() => guest.expire(), END + 100).unref();
      });
      if ('error' in settled) return [settled.error.message, []];
      return JSON.parse(settled.text);
    } catch (error) {
      return [String(error?.message ?? error), []];
    } finally {
      guest.end(new Error('done'));
      await served.close();
    }
  };
  return { run, close: () => server.close() };
}
