// What shows changes at once, and is too large to be there from the start.
export { buildProfileDelta, lineDiffHtml, renderProfileDeltaHtml } from '../../../studio/internal.js';
