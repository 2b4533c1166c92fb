export { after, type Debounce, debounce, sleep, within } from '../../worker/primitives/timers.js';
export { piecesUntilAborted, untilAborted } from '../../worker/primitives/until-aborted.js';
export { atMost, awakeTimeout, restTimeouts } from './awake-timeout.js';
export { later, onDemand } from './lazy.js';
export { checkSignal, notify } from './signals.js';
export { documentHtml, scriptUrl } from './trusted.js';
export { whenIdle } from './when-idle.js';
