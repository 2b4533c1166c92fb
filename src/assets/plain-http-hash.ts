export { sha256Base64 } from '../../worker/adapters/hash.js';
