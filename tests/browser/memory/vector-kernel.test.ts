import { expect, test } from 'vitest';
import { openKernel, type WasmHost } from '../../../worker/memory/vectors/kernel.js';
import { VectorIndex } from '../../../worker/memory/vectors/vector-index.js';

/** The `WebAssembly` of a page with a policy of its own. */
async function withPolicy(policy: string): Promise<{ wasm: WasmHost } & Disposable> {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const { WebAssembly: wasm } = frame.contentWindow as unknown as { WebAssembly: WasmHost };
  return { wasm, [Symbol.dispose]: () => frame.remove() };
}

/** What a search of these rows finds. */
function search(wasm: WasmHost | undefined) {
  const index = new VectorIndex(24, openKernel(wasm));
  for (let key = 0; key < 500; key += 1) {
    index.set(
      key,
      Float32Array.from({ length: 24 }, (_, i) => Math.sin(key * 31 + i * i)),
    );
  }
  return {
    simd: index.simd,
    hits: index.search(
      Float32Array.from({ length: 24 }, (_, i) => Math.cos(i)),
      20,
    ),
  };
}

test('under a strict policy that allows WebAssembly the kernel has vector instructions', async () => {
  using page = await withPolicy("default-src 'none'; script-src 'wasm-unsafe-eval'");
  expect(search(page.wasm)).toMatchObject({ simd: true });
});

test('under one that forbids it the same is found without', async () => {
  using page = await withPolicy("default-src 'none'; script-src 'self'");
  const found = search(page.wasm);
  expect(found.simd).toBe(false);
  expect(found.hits).toEqual(search(globalThis.WebAssembly).hits);
});
