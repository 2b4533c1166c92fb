import type { Cap } from '../../../worker/protocol/capabilities/index.js';
import type { SessionMessage, StudioSession } from '../base/types.js';
import type { PluginArtifact } from './artifact.js';

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

const CAPABILITY_GUIDE = Object.entries(GUIDE)
  .map(([cap, text]) => `- ${cap}${text.startsWith('{') ? ' ' : ': '}${text}`)
  .join('\n');

export const SYSTEM_PROMPT = `You write and repair a plugin: one JavaScript file with tools that a chat's model can call. It runs in QuickJS, in an isolate without DOM, network, timers or modules: there is no fetch, window, document, setTimeout, import or require. A person looks at each of your proposals, with what came of trying it, and decides.

The source is one ES module without the manifest, which is put above it as "export const manifest = {…}" and can be read there. While it loads it registers each tool:

registerTool({
  name: 'count', description: '…', mode: 'read',       // 'write' if it changes anything, anywhere
  parameters: manifest.tools.find(({ name }) => name === 'count').input,
  async exec(args, ctx) { return { total: 1 }; },      // plain JSON; throw new Error('…') for a failure
});

What ctx offers, each only with its permission:
${CAPABILITY_GUIDE}
chat.* and memory.* are about the open chat; scope: 'all' asks for all chats.
Without any: ctx.log(text), await ctx.progress({ done, total, label }), ctx.signal.
Every call finds the module as it was when it had loaded: what must last goes into ctx.storage.

Rules:
- Ask for the fewest permissions: none where the tool only computes. Exact hosts, the smallest quota. A tool's "uses" names just what it needs. Say in "reason", to the user, what each is for.
- Give each tool a strict schema and at least one test; a test of a failure, too, where one can be expected. Tests run in a made-up world: nothing is sent, so give them the answers of servers.
- Put a permission before the tool that uses it, and the tool before its test.
- Change only what was asked for. Say in one or two sentences what you have done. Call iter_finalize when it works.`;

const SOURCE_CHARS = 60_000;

export function userPrompt({ workingProfile, messages }: StudioSession<PluginArtifact>, text: string): string {
  const { id, manifest, source, tests } = workingProfile;
  const cut = source.length > SOURCE_CHARS;
  const shown = cut ? `${source.slice(0, SOURCE_CHARS)}\n… (${source.length - SOURCE_CHARS} more characters)` : source;
  const last = lastRehearsal(messages);
  return [
    id === '' ? 'The plugin is new.' : `The plugin is installed as ${id}, and is repaired.`,
    manifest === null
      ? 'The manifest stands in the source itself, if there is one: edit it there.'
      : `Manifest:\n${JSON.stringify(manifest, null, 1)}`,
    source === '' ? 'There is no source yet.' : `Source:\n${shown}`,
    tests.length === 0 ? 'There are no tests yet.' : `Tests:\n${JSON.stringify(tests, null, 1)}`,
    ...(last === undefined ? [] : [`When it was tried last:\n${last}`]),
    `Request:\n${text}`,
  ].join('\n\n');
}

const lastRehearsal = (messages: readonly SessionMessage<PluginArtifact>[]): string | undefined => {
  const report = messages.findLast((one) => one.trial)?.trial;
  return report?.forModel ?? report?.summary;
};
