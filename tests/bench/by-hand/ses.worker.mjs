import 'ses';
import { PLUGIN_5_KB } from '../plugins.ts';
import { SHIM } from './shim.mjs';

// One realm, hardened, with a compartment in it that runs at the browser's own speed.
addEventListener('message', ({ data: { port } }) => {
  globalThis.lockdown();
  const compartment = new globalThis.Compartment();
  for (const code of [SHIM, PLUGIN_5_KB]) compartment.evaluate(code);
  const call = compartment.evaluate('(args) => JSON.stringify(tool.exec(JSON.parse(args)))');
  port.onmessage = ({ data }) => port.postMessage(call(data));
});
