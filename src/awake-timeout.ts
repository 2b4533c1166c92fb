import { GAP_MS } from '../worker/protocol/limits.js';

const STEP_MS = 250;
const RESTARTS = 3;

/**
 * A timeout that stands still while the machine sleeps: it runs in short steps, and a step that comes more than a
 * second late restarts it, a few times at most.
 * @returns a function that cancels it.
 */
export function awakeTimeout(ms: number, work: () => void): () => void {
  let left = ms;
  let restarts = 0;
  let timer: ReturnType<typeof setTimeout>;
  const step = () => {
    const wait = Math.min(left, STEP_MS);
    const began = performance.now();
    timer = setTimeout(() => {
      const late = performance.now() - began - wait;
      if (late > GAP_MS && restarts < RESTARTS) {
        restarts += 1;
        left = ms;
      } else {
        left -= wait + late;
      }
      if (left > 0.5) step();
      else work();
    }, wait);
  };
  step();
  return () => clearTimeout(timer);
}
