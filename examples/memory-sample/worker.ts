import { sampleFile } from './file.js';
import type { GraphOptions } from './shape.js';

// Runs in a worker of its own: a large graph takes longer than a page may stand still.
addEventListener('message', ({ data }: MessageEvent<GraphOptions>) => postMessage(sampleFile(data)));
