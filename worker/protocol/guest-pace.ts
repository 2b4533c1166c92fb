/** Fixed sizes of a guest's life, in the worker. */
export const GUEST_PACE = {
  /** Promise jobs run between two looks at the clock. */
  jobSlice: 50,
  /** Longest stretch a worker pumps jobs without looking at its mail. */
  pumpMs: 8,
  /** Longest stretch of what a call left running behind it. */
  leftoverMs: 50,
  /** Running time of one stretch after which a guest looks whether its call was aborted, and again after each so long. */
  flagFirstMs: 50,
  flagMs: 50,
  /** Running time after which the machine is measured, and again after each so long; close to a limit, after this least. */
  measureMs: 50,
  measureLeastMs: 5,
  /** How many times longer than its limits a guest may run where the machine is that much slower than at its best. */
  slowest: 4,
  /** Greatest difference between a plugin's image and that of an empty guest for main to keep it. */
  packedBytes: 33_554_432,
  /** Stretch of a guest after which answers that were ready before it are sent. */
  longMs: 2,
} as const;
