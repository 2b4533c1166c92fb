/** What a plugin may ask for. `capability-facts.ts` says what each of them may do. */
export const CAPS = [
  'store',
  'net',
  'chat.read',
  'chat.write',
  'memory.read',
  'memory.write',
  'tool.call',
  'llm',
  'notify',
  'clipboard.write',
] as const;
/** One of them. */
export type Cap = (typeof CAPS)[number];

/** Methods of HTTP a plugin may ask for. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** One of them. */
export type Method = (typeof METHODS)[number];
