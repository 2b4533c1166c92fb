export { crc32, zipOf } from './zip.js';
