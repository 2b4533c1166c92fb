import type { Cap } from '../../../worker/protocol/capabilities/index.js';

/** What `ctx` offers for each capability, for a model. A capability without its line does not compile. */
const GUIDE = {
  store:
    "{ quotaMiB }: await ctx.storage.get(key), set(key, value), delete(key), keys(prefix), batch([{ op: 'set', key, value }])",
  net: '{ hosts, methods }: const answer = await ctx.net.fetch(url, { method, headers, body }); answer.status, await answer.json(), await answer.text()',
  'chat.read': 'await ctx.chat.read({ last: 20 }) → { length, messages: [{ index, role, name, text }] }',
  'chat.write': 'await ctx.chat.append({ text, role, name }), edit(index, text), remove(index)',
  'memory.read': 'await ctx.memory.keywordSearch({ query }) and others',
  'memory.write': 'await ctx.memory.createNode({ type, fields }) and others',
  'tool.call': '{ tools }: await ctx.tools.call(name, args)',
  llm: '(await ctx.llm.complete({ prompt })).text',
  notify: 'await ctx.notify(text)',
  'clipboard.write': 'await ctx.clipboard.write(text); the user is asked each time',
} satisfies { readonly [cap in Cap]: string };

/** A line for each capability. */
export const CAPABILITY_GUIDE: string = Object.entries(GUIDE)
  .map(([cap, text]) => `- ${cap}${text.startsWith('{') ? ' ' : ': '}${text}`)
  .join('\n');
