import type { DispatchResult, Host, RunOptions } from '../../../src/index.js';
import { whole } from '../keys.js';
import type { Kind } from './kinds.js';
import { toText } from './text.js';
import type { Play, Seen } from './types.js';

export const content = ({ message }: DispatchResult): unknown => JSON.parse(message.content);

interface ToolText {
  readonly name?: string;
  readonly mode?: string;
  readonly exec: string;
  readonly simulate?: string;
}

/** Text of a spec whose functions say in the log that they ran. */
export function specText({ name = 'probe', mode = 'read', exec, simulate }: ToolText): string {
  const body = (what: string, code: string) => `async (args, ctx, call) => { call.log('${what}'); ${code} }`;
  const simulated = simulate === undefined ? '' : `simulate: ${body('simulate', simulate)},`;
  return `{ name: ${JSON.stringify(name)}, description: 'd', mode: ${JSON.stringify(mode)}, parameters: { type: 'object' },
    exec: ${body('exec', exec)}, ${simulated} }`;
}

/** Calls a tool in a run of its own. */
export async function dispatch(host: Host, name: string, options: RunOptions = {}, args: unknown = {}) {
  await using run = await host.orchestrator.openRun(options);
  const log: string[] = [];
  const result = await host.orchestrator.dispatch({ name, arguments: args }, run, {
    onLog: ({ text }) => log.push(text),
  });
  return { content: content(result), runs: log[0] ?? 'none', ran: result.ran, layer: result.layer };
}

/** Registers the same text in each kind in turn and looks at it. */
export async function eachKind(
  kinds: readonly Kind[],
  spec: string,
  look: (kind: Kind) => Promise<Seen['facts']>,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const kind of kinds) {
    try {
      const refused = await kind.register(spec);
      if (refused) throw new Error(`${refused.code}: ${refused.message}`);
      seen.push({ variant: kind.kind, facts: await look(kind) });
    } finally {
      await kind.clear();
    }
  }
  return seen;
}

/** What a tool returned -> content. */
export const envelope: Play = ({ given }, { host, kinds }) =>
  eachKind(kinds, specText({ exec: `return ${toText(given.returned)};` }), () => dispatch(host, 'probe'));

/** Program text that throws what a case says. */
export function throwText(thrown: {
  readonly kind?: string;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly hint?: unknown;
  readonly value?: unknown;
}): string {
  const { kind = 'Error' } = thrown;
  if (kind === 'value') return `throw ${toText(thrown.value)};`;
  const { message, code, hint } = thrown;
  const fields = toText({ code: code ?? '$absent', hint: hint ?? '$absent' });
  if (kind === 'ToolError') {
    return `const made = new Error(${toText(message ?? 'Tool error.')}); made.name = 'ToolError';
      throw Object.assign(made, { code: 'TOOL_ERROR', hint: '' }, ${fields});`;
  }
  if (kind !== 'Error' && kind !== 'AbortError') throw new Error(`unknown: given.thrown.kind ${kind}`);
  const name = kind === 'AbortError' ? "made.name = 'AbortError';" : '';
  return `const made = new Error(${toText(message ?? '')}); ${name} throw Object.assign(made, ${fields});`;
}

/** Argument text -> what the tool gets. */
export const canonical: Play = async ({ given }, { host, kinds }) => {
  const args = 'object' in given ? whole(given.object) : given.text;
  return eachKind(kinds, specText({ exec: 'return { seen: args, polluted: ({}).polluted === true };' }), async () => {
    await using run = await host.orchestrator.openRun();
    const result = await host.orchestrator.dispatch({ name: 'probe', arguments: args }, run);
    const { data } = content(result) as { data: { seen: unknown; polluted: boolean } };
    const { arguments: text } = result.call.function;
    const polluted = data.polluted || ({} as { polluted?: boolean }).polluted === true;
    return { args: data.seen, canonical: text, text, objectPrototypePolluted: polluted };
  });
};
