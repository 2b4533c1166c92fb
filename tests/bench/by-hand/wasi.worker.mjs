import { QuickJS } from 'quickjs-wasi';
import { PLUGIN_5_KB } from '../plugins.ts';
import { SHIM } from './shim.mjs';

// The whole of a peer that has an engine of its own in a worker of the page.
addEventListener('message', async ({ data: { port, module } }) => {
  const vm = await QuickJS.create(module);
  const evaluate = (code) => vm.evalCode(code);
  for (const code of [SHIM, PLUGIN_5_KB]) evaluate(code).dispose();
  const call = evaluate('(args) => JSON.stringify(tool.exec(JSON.parse(args)))');
  port.onmessage = ({ data }) => {
    const args = vm.newString(data);
    const result = vm.callFunction(call, vm.undefined, args);
    const text = result.toString();
    args.dispose();
    result.dispose();
    port.postMessage(text);
  };
});
