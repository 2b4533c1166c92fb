export { awakeTimeout, restTimeouts } from './awake-timeout.js';
export { later, onDemand } from './lazy.js';
export { randomName } from './random-name.js';
export { checkSignal, tell, untilAborted } from './signals.js';
export { documentHtml, scriptUrl } from './trusted.js';
export { whenIdle } from './when-idle.js';
