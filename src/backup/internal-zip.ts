export { crc32 } from '../../worker/adapters/crc32.js';
export { zipOf } from './zip.js';
