import { forgetAsked } from '../../backup/index.js';
import { forgetLanguage } from '../i18n/language.js';
import { forgetServer } from '../mcp/mcp-choices.js';
import { forgetReviewChoice } from '../studio/review-choices.js';
import { forgetSwitches } from '../tools/orchestration.js';

/**
 * Forgets what the elements remember of the user's choices in `localStorage`: the language, which tools are switched
 * off for orchestrations, the MCP server with what was said of its tools, how changes are shown, and
 * that the browser was asked to keep the data. With `host.erase()`, and `erase()` of a storage that keeps sessions, nothing of Bulkhead is left on this device.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { forgetChoices } from 'bulkhead/ui';
 * await createHost().erase();
 * forgetChoices();
 */
export function forgetChoices(): void {
  forgetLanguage();
  forgetSwitches();
  forgetServer();
  forgetReviewChoice();
  forgetAsked();
}
