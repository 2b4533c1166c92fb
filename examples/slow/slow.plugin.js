export const manifest = {
  id: 'slow',
  version: '1.0.0',
  name: { en: 'Slow', 'zh-Hans': '慢工具' },
  description: {
    en: 'One tool that takes its time politely, and one that never ends.',
    'zh-Hans': '一个懂礼貌的慢工具，和一个永不结束的工具。',
  },
  author: { name: 'Bulkhead examples' },
  license: 'MIT',
};

/** How many numbers are looked at between two reports. */
const CHUNK = 20_000;

/** @param {number} n */
function isPrime(n) {
  if (n < 4) return n > 1;
  if (n % 2 === 0) return false;
  for (let divisor = 3; divisor * divisor <= n; divisor += 2) if (n % divisor === 0) return false;
  return true;
}

registerTool({
  name: 'count_primes',
  displayName: 'Count primes',
  description: 'Counts the primes up to a limit, with progress. It looks for a stop between two chunks.',
  mode: 'read',
  parameters: {
    type: 'object',
    properties: {
      limit: {
        type: 'integer',
        minimum: 2,
        maximum: 10_000_000,
        default: 100_000,
        description: 'Last number to look at',
      },
    },
    required: ['limit'],
    additionalProperties: false,
  },
  async exec({ limit }, ctx) {
    let primes = 0;
    for (let start = 0; start <= limit; start += CHUNK) {
      ctx.signal.throwIfAborted();
      const end = Math.min(start + CHUNK - 1, limit);
      for (let n = start; n <= end; n += 1) if (isPrime(n)) primes += 1;
      ctx.log(`${primes} primes up to ${end}`);
      await ctx.progress({ done: end, total: limit, label: `${primes} primes so far` });
    }
    return { limit, primes };
  },
});

const WAYS = {
  /** A loop in JavaScript: the engine's own clock interrupts it. */
  loop() {
    while (true) {}
  },
  /** A loop inside the engine, which looks at no clock: only the end of its worker helps. */
  native: () => Array.prototype.indexOf.call({ length: 2 ** 32 - 1 }, 1),
  /** Waits for something that never comes: the deadline ends it. */
  await: () => new Promise(() => {}),
};

registerTool({
  name: 'hang',
  displayName: 'Hang',
  description: 'Never ends, on purpose. Watch the page stay smooth, then stop it or let its time run out.',
  mode: 'read',
  parameters: {
    type: 'object',
    properties: {
      how: { type: 'string', enum: ['loop', 'native', 'await'], default: 'loop', description: 'In which way to hang' },
    },
    required: ['how'],
    additionalProperties: false,
  },
  exec: ({ how }) => WAYS[how](),
});
