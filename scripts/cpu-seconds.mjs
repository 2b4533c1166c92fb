// CPU time of a process and everything it starts, browsers included: they leave their process group, so nobody waits for them.
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds between two looks: what a process uses after the last look at it is not counted. */
const EVERY_MS = 500;
/** Clock ticks a second in `/proc`: fixed by Linux for what programs see. */
const TICKS = 100;

/** Reads `/proc/<pid>/stat`. @returns `undefined` for a process that has ended. */
function readProcess(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system, started] = [1, 11, 12, 19].map((place) => Number(fields[place]));
    return { parent, ticks: user + system, key: `${pid} ${started}` };
  } catch {
    return undefined;
  }
}

/**
 * Measures the CPU time of a process and all its descendants until `stop`.
 * @param pid the process to begin with.
 * @returns `stop()`, which answers CPU seconds, or `undefined` where the system has no `/proc`.
 */
export function measureCpu(pid) {
  /** Process → the most ticks seen of it; those that have ended stay. */
  const used = new Map();
  const family = new Set([pid]);
  const look = () => {
    let names;
    try {
      names = readdirSync('/proc');
    } catch {
      return;
    }
    const all = new Map();
    for (const name of names) {
      const one = /^\d+$/.test(name) ? readProcess(name) : undefined;
      if (one) all.set(Number(name), one);
    }
    // A parent may have a higher number than its child, so descent is followed until nothing is new.
    for (let known = -1; known < family.size; ) {
      known = family.size;
      for (const [id, { parent }] of all) if (family.has(parent)) family.add(id);
    }
    for (const id of family) {
      const one = all.get(id);
      // Its number may be given to a stranger.
      if (one) used.set(one.key, one.ticks);
      else family.delete(id);
    }
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    stop() {
      look();
      clearInterval(timer);
      if (used.size === 0) return undefined;
      return [...used.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS;
    },
  };
}
