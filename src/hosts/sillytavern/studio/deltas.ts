// What shows changes at once, and is too large to be there from the start.
export { renderProfileDeltaHtml } from '../../../studio/base/delta-html.js';
export { lineDiffHtml } from '../../../studio/base/line-html.js';
export { buildProfileDelta } from '../../../studio/base/profile-delta.js';
