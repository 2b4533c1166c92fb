import { expect, test } from 'vitest';
import { browser } from './harness.js';
import { type HostPageOptions, serveHostPage } from './host-page.js';

/** What a page of each kind gets: the walls that stand, for a served and for a srcdoc frame. */
const ALL = [1, 2, 3, 4, 5];
const NO_ORIGIN = [1, 2, 3, 4];
const PAGES: readonly {
  name: string;
  headers: { readonly [name: string]: string };
  served: number[];
  srcdoc: number[];
}[] = [
  { name: 'no CSP', headers: {}, served: ALL, srcdoc: ALL },
  {
    name: "script-src 'self' 'unsafe-inline'",
    headers: csp("script-src 'self' 'unsafe-inline'"),
    served: ALL,
    srcdoc: NO_ORIGIN,
  },
  { name: "default-src 'self'", headers: csp("default-src 'self'"), served: ALL, srcdoc: NO_ORIGIN },
  {
    name: "default-src 'self' with 'wasm-unsafe-eval'",
    headers: csp("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"),
    served: ALL,
    srcdoc: NO_ORIGIN,
  },
  {
    name: 'Trusted Types required',
    headers: csp("require-trusted-types-for 'script'; trusted-types bulkhead"),
    served: ALL,
    srcdoc: ALL,
  },
  { name: "frame-src 'none'", headers: csp("frame-src 'none'"), served: NO_ORIGIN, srcdoc: ALL },
  {
    name: 'COOP and COEP',
    headers: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
    served: ALL,
    srcdoc: ALL,
  },
];

function csp(policy: string): { [name: string]: string } {
  return { 'content-security-policy': policy };
}

/** In the page: makes a host, installs a tool, executes it, and tells which walls stood while it did. */
async function tryHost([frame, requireWalls]: ['served' | 'srcdoc', number[]]) {
  const { createHost, assetsAt } = window.bulkhead;
  const host = createHost({ assets: assetsAt('/dist/'), store: null, policy: { frames: [frame], requireWalls } });
  try {
    await host.plugins.install(
      { code: "registerTool({ name: 'add', mode: 'read', exec: ({ a, b }) => a + b });" },
      { enable: true },
    );
    const { value } = await host.tools.execute('add', { a: 2, b: 3 });
    const walls = host
      .status()
      .walls.filter(({ stands }) => stands)
      .map(({ wall }) => wall);
    const { ok, findings } = await host.doctor();
    return { value, walls, ok, findings };
  } catch (error) {
    const { code, fault, message } = error as { code: string; fault: string; message: string };
    return { code, fault, message };
  } finally {
    await host.dispose();
  }
}

for (const { name, headers, ...expected } of PAGES) {
  for (const frame of ['served', 'srcdoc'] as const) {
    test(`${name}, ${frame} frame: walls ${expected[frame].join(' ')}`, async () => {
      await using site = await serveHostPage(headers);
      const page = await browser.newPage();
      await page.goto(site.url);
      await page.waitForFunction(() => window.bulkhead !== undefined);
      const seen = await page.evaluate(tryHost, [frame, []] as ['served' | 'srcdoc', number[]]);
      expect(seen).toMatchObject({ value: 5, walls: expected[frame] });
      expect(seen.ok).toBe(expected[frame].length === 5);
      if (expected[frame].length < 5) {
        expect(seen.findings?.length).toBeGreaterThan(0);
        const strict = await page.evaluate(tryHost, [frame, [5]] as ['served' | 'srcdoc', number[]]);
        expect(strict).toMatchObject({ code: 'WALL_MISSING', fault: 'host' });
      }
    });
  }
}

test('a page that allows neither frames nor workers gets a typed error and the lines to add', async () => {
  await using site = await serveHostPage(csp("default-src 'self'; frame-src 'none'; worker-src 'none'"));
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction(() => window.bulkhead !== undefined);
  expect(await page.evaluate(tryHost, ['served', []] as ['served' | 'srcdoc', number[]])).toMatchObject({
    code: 'HOST_BLOCKED',
    fault: 'host',
  });
  const diagnosis = await page.evaluate(() =>
    window.bulkhead.createHost({ assets: window.bulkhead.assetsAt('/dist/'), store: null }).doctor(),
  );
  expect(diagnosis.ok).toBe(false);
  expect(diagnosis.findings.map(({ fix }) => fix)).toContain("Content-Security-Policy: frame-src 'self'");
});

/** In the page: what the doctor says, with a store or without. */
async function askDoctor(store: string | null) {
  const { createHost, assetsAt } = window.bulkhead;
  const host = createHost({ assets: assetsAt('/dist/'), store });
  await host.plugins
    .install({ code: "registerTool({ name: 'a', mode: 'read', exec: () => 1 });" }, { enable: true })
    .catch(() => {});
  const diagnosis = await host.doctor();
  await host.dispose();
  return diagnosis;
}

const SICK: readonly { what: string; options: HostPageOptions; store: string | null; fix: string }[] = [
  {
    what: 'forbids frames',
    options: { headers: csp("frame-src 'none'") },
    store: null,
    fix: "Content-Security-Policy: frame-src 'self'",
  },
  {
    what: 'forbids requests',
    options: { headers: csp("connect-src 'none'") },
    store: null,
    fix: "Content-Security-Policy: connect-src 'self'",
  },
  {
    what: 'forbids workers',
    options: { headers: csp("worker-src 'none'") },
    store: 'x',
    fix: "Content-Security-Policy: worker-src 'self'",
  },
  {
    what: 'names no policy for Trusted Types',
    options: { headers: csp("require-trusted-types-for 'script'; trusted-types other") },
    store: 'x',
    fix: 'Content-Security-Policy: trusted-types bulkhead',
  },
  {
    what: 'does not serve the frame',
    options: { missing: ['frame.html'] },
    store: null,
    fix: 'see ASSET_UNREACHABLE in the table of errors',
  },
];

for (const { what, options, store, fix } of SICK) {
  test(`the doctor of a page that ${what} names just the line to add, also after the first use`, async () => {
    await using site = await serveHostPage(options.headers, options.missing);
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => window.bulkhead !== undefined);
    const { ok, findings } = await page.evaluate(askDoctor, store);
    expect(ok).toBe(false);
    expect(findings[0]?.fix).toBe(fix);
    expect(findings.some((finding) => finding.fix.includes('without a Content-Security-Policy'))).toBe(false);
  });
}
