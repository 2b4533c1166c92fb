import loadEmscripten from '@jitl/quickjs-wasmfile-release-sync/emscripten-module';
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSSyncVariant } from 'quickjs-emscripten-core';

/** The engine's package as it is, except that it does not compile again what is compiled already. */
export function variantOf(module: WebAssembly.Module): QuickJSSyncVariant {
  return {
    type: 'sync',
    importFFI: async () => QuickJSFFI,
    importModuleLoader: async () => (options) =>
      loadEmscripten({
        ...options,
        instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
          const instance = new WebAssembly.Instance(module, imports);
          done(instance);
          return instance.exports;
        },
      } as typeof options),
  };
}

/** What a plugin needs of its realm, where no prelude has prepared it. */
export const SHIM = 'globalThis.registerTool = (spec) => { globalThis.tool = spec; };';

/** A guest as one writes it in an afternoon, with nothing but quickjs-emscripten: no walls, no limits, no messages. */
export interface RawGuest {
  load(source: string): void;
  /** Calls the tool that was registered last. */
  call(args: string): string;
}

function evaluate(context: QuickJSContext, code: string): void {
  context.unwrapResult(context.evalCode(code)).dispose();
}

export async function rawGuest(module: WebAssembly.Module): Promise<RawGuest> {
  const quickjs = await newQuickJSWASMModuleFromVariant(variantOf(module));
  const context = quickjs.newContext();
  return {
    load: (source) => {
      evaluate(context, SHIM);
      evaluate(context, source);
      evaluate(context, 'globalThis.callTool = (args) => JSON.stringify(tool.exec(JSON.parse(args)));');
    },
    call: (args) => {
      const [callTool, text] = [context.getProp(context.global, 'callTool'), context.newString(args)];
      const result = context.unwrapResult(context.callFunction(callTool, context.undefined, text));
      const answer = context.getString(result);
      for (const handle of [callTool, text, result]) handle.dispose();
      return answer;
    },
  };
}
