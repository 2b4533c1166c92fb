import { imageKey } from './guest/prelude.generated.js';
import { decodeImage, encodeImage, type Image } from './image.js';
import { createIsolate } from './isolate.js';

export { PARTS_SECTION } from './parts.js';

/** Name of the section of the engine's file that holds the image of a prepared guest. */
export const SECTION = 'bulkhead.image';

const key = (): Uint8Array => Uint8Array.from(imageKey.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The image of a guest without a plugin, from the engine's file; or the reason why none fits: guests then start without an image. */
export function baseImage(module: WebAssembly.Module): Image | string {
  const [section] = WebAssembly.Module.customSections(module, SECTION);
  if (!section) return 'the engine’s file brings no image';
  return decodeImage(new Uint8Array(section), key()) ?? 'the image in the engine’s file is of another version';
}

/** Makes that section's content; called by the build, once for each version of engine and prelude. */
export async function makeBase(module: WebAssembly.Module): Promise<Uint8Array> {
  const isolate = await createIsolate({
    module,
    memoryBytes: 0,
    stackBytes: 65_536,
    seed: () => new Uint8Array(8),
    stop: () => false,
    onMessage: () => {},
  });
  const image = isolate.capture();
  if (!image) throw new Error('the prelude does not come to rest');
  return encodeImage(image, key());
}
