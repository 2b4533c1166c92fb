import { forgetLanguage } from './language.js';
import { forgetSwitches } from './orchestration.js';

/**
 * Forgets what the elements remember of the user's choices in `localStorage`: the language, and which tools are switched
 * off for orchestrations. With `host.erase()` nothing of Bulkhead is left on this device.
 */
export function forgetChoices(): void {
  forgetLanguage();
  forgetSwitches();
}
