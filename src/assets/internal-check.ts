export { hashes } from './built.js';
export { surroundings } from './check.js';
