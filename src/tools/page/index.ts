export { type PageCall, type PageToolSpec, PageTools, type Registration } from './page-tools.js';
