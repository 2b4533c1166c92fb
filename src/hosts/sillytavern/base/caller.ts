/** Frames looked through: registrations come from shallow stacks. */
const FRAMES = 30;
const EXTENSION = /\/scripts\/extensions\/(?:third-party\/)?([^/\s?#:]+)\//;

/**
 * The extension whose code is calling, by the URLs on the stack: its folder's name, or `page`. Attribution, not security:
 * page code can write any stack it likes.
 * @param own URL of the folder whose frames do not count.
 */
export function callingExtension(own: string): string {
  const errors = Error as { stackTraceLimit?: number };
  const limit = errors.stackTraceLimit;
  if (limit !== undefined) errors.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error('who calls');
  if (limit !== undefined) errors.stackTraceLimit = limit;
  return ownerOnStack(stack, own);
}

/** The first extension on a stack that is not this one. */
export function ownerOnStack(stack: string, own: string): string {
  for (const line of stack.split('\n')) {
    if (line.includes(own)) continue;
    const name = EXTENSION.exec(line)?.[1];
    if (name !== undefined) return decode(name);
  }
  return 'page';
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
