import { createHash } from 'node:crypto';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { preludePlugin } from '../vite/bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Answers every module of Node with what the bench's peer needs of it. */
function nodeBuiltins() {
  const names = new Set(builtinModules);
  return {
    name: 'bench-node-builtins',
    resolveId: (source) =>
      names.has(source.replace(/^node:/, '')) ? `${root}tests/bench/package/node-builtins.ts` : null,
  };
}

async function bundle(entry, format, plugins = []) {
  const build = await rolldown({
    input: `${root}tests/bench/${entry}`,
    cwd: root,
    platform: 'browser',
    logLevel: 'silent',
    plugins,
    transform: {
      target: 'es2022',
      define: format === 'iife' ? { 'import.meta.url': '"about:blank"' } : {},
    },
  });
  const { output } = await build.generate({ format, name: 'bench', minify: true, codeSplitting: false });
  await build.close();
  return output[0].code;
}

/** The peers' frame: as opaque as ours, with a CSP of the same lines. */
async function bundleFrame() {
  const code = (await bundle('frame-page.ts', 'iife')).trim().replaceAll('</script', '<\\/script');
  const hash = createHash('sha256').update(code).digest('base64');
  const csp = `default-src 'none'; script-src 'sha256-${hash}' 'wasm-unsafe-eval'; worker-src blob:`;
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${csp}"><title>Peers</title><script>${code}</script>\n`;
}

/** Every file of the benches' own, by its path on the bench server. */
export async function bundleBenches() {
  const [page, worker, memory, madeUp, held, rawEcho, packaged, frame] = await Promise.all([
    bundle('page.ts', 'es'),
    bundle('worker/entry.ts', 'es', [preludePlugin()]),
    bundle('memory/worker.ts', 'es'),
    bundle('memory/made-up.ts', 'es'),
    bundle('memory/held.ts', 'es'),
    bundle('worker/raw-echo.ts', 'iife'),
    bundle('package/worker.ts', 'es', [nodeBuiltins()]),
    bundleFrame(),
  ]);
  return {
    '/': '<!doctype html><meta charset="utf-8"><title>Benches</title><link rel="icon" href="data:,"><script type="module" src="/bench/page.js"></script>\n',
    '/bench/page.js': page,
    '/bench/worker.js': worker,
    '/bench/memory.js': memory,
    '/bench/made-up.js': madeUp,
    '/bench/held.js': held,
    '/bench/raw-echo.js': rawEcho,
    '/bench/package.js': packaged,
    '/bench/frame.html': frame,
  };
}
