export { KeyedMutex, Mutex } from '../../worker/primitives/mutex.js';
export { randomId } from '../../worker/primitives/random-id.js';
export { Semaphore, type Slot } from '../../worker/primitives/semaphore.js';
export { untilAborted } from '../../worker/primitives/until-aborted.js';
export { awakeTimeout, restTimeouts } from './awake-timeout.js';
export { later, onDemand } from './lazy.js';
export { checkSignal, tell } from './signals.js';
export { documentHtml, scriptUrl } from './trusted.js';
export { whenIdle } from './when-idle.js';
