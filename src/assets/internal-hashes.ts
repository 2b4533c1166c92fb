export { hashes } from './built.js';
