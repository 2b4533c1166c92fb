import { commands } from 'vitest/browser';
import type { CompletionChunk, LLMAdapter } from '../../../src/engine/base/types.js';
import { type Recording, scriptedModel } from '../../../src/engine/models/scripted.js';
import { compareTraces, parseTrace, type TraceEvent, traceLines } from '../../../src/engine/modes/trace.js';
import type { Host } from '../../../src/index.js';
import { asking, STORE, tool } from '../permissions/plugins.js';

/** What was recorded of each agent, by what it is told first; `main` is whoever is told something else. */
export type Recordings = Readonly<Record<string, unknown>>;

/** A model that plays each agent's own recording: which agent asks first is nobody's to say. */
export function playing(recordings: Recordings): LLMAdapter & { readonly left: number } {
  const agents = new Map(Object.entries(recordings).map(([told, one]) => [told, scriptedModel(one as Recording)]));
  const of = (told: string | undefined) => {
    const one = agents.get(told ?? '') ?? agents.get('main');
    if (!one) throw new Error(`nothing is recorded of: ${told}`);
    return one;
  };
  return {
    get left() {
      return [...agents.values()].reduce((sum, { left }) => sum + left, 0);
    },
    complete: (messages, options) => of(messages[0]?.content).complete(messages, options),
    stream: (messages, options): AsyncIterable<CompletionChunk> => of(messages[0]?.content).stream(messages, options),
  };
}

const folder = 'tests/fixtures/engine';

/**
 * Holds a run against the one that was recorded. Where there is no record yet this one becomes it, and the test fails once:
 * look at the file, then run again.
 * @returns the first difference in words; nothing where there is none.
 */
export async function differs(name: string, trace: readonly TraceEvent[]): Promise<string | undefined> {
  const file = `${folder}/${name}.trace.jsonl`;
  const recorded = await commands.readFile(file).catch(() => undefined);
  if (recorded !== undefined) return compareTraces(parseTrace(recorded), trace)?.words;
  await commands.writeFile(file, traceLines(trace));
  return `${file} was not there: it is now`;
}

/** Meant or not, it is the same: what it writes in a review is kept apart by its capability. */
const KEEP = 'await ctx.storage.set("text", args.text)';
const add = `
registerTool({ name: 'add', description: 'Adds two numbers', mode: 'read',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  exec: ({ a, b }) => a + b });`;

/** Gives a host tools of both kinds: a guest's, of which one writes, and a trusted one of the page. */
export async function giveTools(host: Host): Promise<void> {
  const source = asking(
    'harbour',
    [STORE],
    add +
      tool('keep', 'write', KEEP, `, simulate: async (args, ctx) => { ${KEEP} }`) +
      tool('kept', 'read', 'return (await ctx.storage.get("text")) ?? "nothing"'),
  );
  await host.plugins.install({ code: source }, { enable: true, allow: 'all' });
  host.tools.register(
    {
      name: 'lookup',
      description: 'Looks something up',
      mode: 'read',
      parameters: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
      exec: async ({ key }: Record<string, unknown>) => ({ [String(key)]: 'full' }),
    },
    { owner: 'page' },
  );
}
