import { loadQuickJs } from '@sebastianwessel/quickjs';
import { SHIM, variantOf } from '../worker/raw.js';
import type { PackageReply, PackageRequest } from './client.js';

/** A worker with `@sebastianwessel/quickjs` over the same engine as ours, its module loaded, as its documents advise. */

const { promise: wasm, resolve: setWasm } = Promise.withResolvers<ArrayBuffer>();
const loaded = wasm.then((bytes) => WebAssembly.compile(bytes)).then((module) => loadQuickJs(variantOf(module)));
const reply = (message: PackageReply) => postMessage(message);

/** Calls of the sandbox that is kept open, in order. */
const asked: string[] = [];
let wake: (() => void) | undefined;

type Evaluated = { readonly ok: boolean; readonly data?: unknown; readonly error?: unknown };

function told(result: Evaluated): PackageReply {
  return result.ok ? { answer: JSON.stringify(result.data) } : { error: JSON.stringify(result.error) };
}

const callOf = (args: string) => `export default await globalThis.tool.exec(${args});`;

/** One life: load and first call, in a sandbox of its own. */
async function start(source: string, args: string): Promise<void> {
  const { runSandboxed } = await loaded;
  reply(told(await runSandboxed(async ({ evalCode }) => evalCode(`${SHIM}\n${source}\n${callOf(args)}`))));
}

/** A sandbox that stays: each call is code evaluated in it, because the package has no other way in. */
async function keep(source: string): Promise<void> {
  const { runSandboxed } = await loaded;
  await runSandboxed(async ({ evalCode }) => {
    reply(told(await evalCode(`${SHIM}\n${source}\nexport default 'ready';`)));
    for (;;) {
      const args = asked.shift();
      if (args !== undefined) reply(told(await evalCode(callOf(args))));
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  });
}

addEventListener('message', ({ data }: MessageEvent<PackageRequest>) => {
  if (data.type === 'wasm') setWasm(data.wasm);
  else if (data.type === 'start') void start(data.source, data.args);
  else if (data.type === 'keep') void keep(data.source);
  else {
    asked.push(data.args);
    wake?.();
  }
});
