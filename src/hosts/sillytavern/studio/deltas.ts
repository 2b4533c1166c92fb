// What shows changes at once, and is too large to be there from the start.
export { renderProfileDeltaHtml } from '../../../studio/delta-html.js';
export { lineDiffHtml } from '../../../studio/line-html.js';
export { buildProfileDelta } from '../../../studio/profile-delta.js';
