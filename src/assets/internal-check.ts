export { surroundings } from './check.js';
