/** One step into a value: a member’s name, or a place in an array. */
export type Step = string | number;

export const ROOT = '(root)';

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** A path as people read it: `a.b[0]["odd key"]`. */
export function pathText(steps: readonly Step[]): string {
  if (steps.length === 0) return ROOT;
  let text = '';
  for (const step of steps) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!IDENTIFIER.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** The order of paths: places by number, names by their characters. */
export function comparePaths(a: readonly Step[], b: readonly Step[]): number {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    const [left, right] = [a[at] as Step, b[at] as Step];
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return String(left) < String(right) ? -1 : 1;
  }
  return a.length - b.length;
}
