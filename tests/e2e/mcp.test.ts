import { chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';
import { referenceServer } from '../fixtures/mcp-servers.mjs';
import { serveHostPage } from './host-page.js';

type Mcp = typeof import('../../src/mcp/index.js');
declare global {
  interface Window {
    mcp: Mcp;
    violations: string[];
  }
}

let server: Awaited<ReturnType<typeof referenceServer>>;
beforeAll(async () => {
  server = await referenceServer();
  await server.start();
});
afterAll(() => server.stop());

/** A page with the built package under a strict CSP, in a browser of its own. */
async function openPage(flags: readonly string[] = []) {
  const policy = `default-src 'none'; script-src 'self'; worker-src 'self' blob:; connect-src 'self' ${new URL(server.url).origin}; img-src data:`;
  const host = await serveHostPage({ 'content-security-policy': policy });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [...CHROMIUM_FLAGS, ...flags],
  });
  const page = await browser.newPage();
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto(host.url);
  await page.evaluate(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  // As text: the test's own bundler knows no import of a page.
  await page.evaluate("import('/dist/mcp.js').then((mcp) => { window.mcp = mcp; })");
  await page.evaluate(() => {
    window.host = window.bulkhead.createHost({ store: null });
  });
  const close = async () => {
    await browser.close();
    await host[Symbol.asyncDispose]();
  };
  return { page, files, [Symbol.asyncDispose]: close };
}

test('under a strict CSP the built package connects and calls, and loads the client with the first connection only', async () => {
  await using opened = await openPage();
  const { page, files } = opened;
  const chunks = () => files.filter((name) => /mcp-\w/.test(name));
  expect(chunks().some((name) => name.endsWith('mcp-session.js'))).toBe(false);
  const said = await page.evaluate(async (url) => {
    const connection = await window.mcp.connectMcp(window.host, { name: 'far', url, reads: () => true });
    const { value } = await window.host.tools.execute('far_echo', { message: 'hello' });
    const wrong = await window.host.tools.execute('far_get_sum', { a: 'x' }).catch((error) => error.code);
    await connection.disconnect();
    return { value, wrong, tools: window.host.tools.list().length, violations: window.violations };
  }, server.url);
  expect(said).toEqual({ value: 'Echo: hello', wrong: 'TOOL_ARGUMENTS_INVALID', tools: 0, violations: [] });
  expect(chunks().some((name) => name.endsWith('mcp-session.js'))).toBe(true);
});

test('a page whose CSP does not name the server is told what to change', async () => {
  await using opened = await openPage();
  const message = await opened.page.evaluate(
    () =>
      window.mcp
        .connectMcp(window.host, { name: 'far', url: 'http://localhost:9/mcp' })
        .catch((error: Error) => error.message),
    undefined,
  );
  expect(message).toContain('connect-src');
});

interface WebTool {
  readonly name: string;
}
interface WebContext {
  getTools(): Promise<readonly WebTool[]>;
  executeTool(tool: WebTool, input: object): Promise<unknown>;
}

test('the browser’s own WebMCP lists and executes the tools of the host, and forgets them when they are taken back', async () => {
  await using opened = await openPage(['--enable-features=WebMCP']);
  const { page } = opened;
  const said = await page.evaluate(async () => {
    const context = (document as unknown as { modelContext: WebContext }).modelContext;
    const { tools } = window.host;
    const parameters = { type: 'object', properties: { a: { type: 'number' } } };
    const double = ({ a }: Record<string, unknown>) => ({ doubled: Number(a) * 2 });
    tools.register(
      { name: 'twice', description: 'Doubles.', parameters, mode: 'read', exec: double },
      { owner: 'page' },
    );
    tools.register({ name: 'wipe', mode: 'write', exec: () => 'wiped' }, { owner: 'page' });
    const offer = window.mcp.offerWebMcp(window.host);
    const names = async () => (await context.getTools()).map(({ name }) => name);
    const before = await names();
    const [twice] = await context.getTools();
    const result = twice && (await context.executeTool(twice, { a: 21 }));
    offer.dispose();
    return { state: offer.state, before, result, after: await names(), refused: offer.refused };
  });
  expect(said).toEqual({ state: 'ended', before: ['twice'], result: '{"doubled":42}', after: [], refused: [] });
});

test('without the browser’s own WebMCP the offer is absent', async () => {
  await using opened = await openPage();
  expect(await opened.page.evaluate(() => window.mcp.offerWebMcp(window.host).state)).toBe('absent');
});
