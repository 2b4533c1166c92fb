import { ECHO } from '../plugins.js';
import { rawGuest } from './raw.js';

/** A worker of the peers' frame that answers each message by a call of a raw guest: quickjs-emscripten behind bare messages. */
addEventListener(
  'message',
  async ({ data: { port, wasm } }: MessageEvent<{ port: MessagePort; wasm: ArrayBuffer }>) => {
    const guest = await rawGuest(await WebAssembly.compile(wasm));
    guest.load(ECHO);
    port.onmessage = ({ data }: MessageEvent<string>) => port.postMessage(guest.call(data));
    port.postMessage('ready');
  },
);
