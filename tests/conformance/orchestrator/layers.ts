import type { Host, ToolFlags, TraceEvent } from '../../../src/index.js';
import { whole } from '../keys.js';
import { content, specText } from './dispatching.js';
import { Check, expand } from './text.js';
import type { Case, Play, Seen } from './types.js';

type Written = string | { readonly name: string; readonly [field: string]: unknown };

interface Registered {
  readonly name: string;
  readonly source: 'extension' | 'st-bridge';
}

/** A handwritten tool: a name alone stands for one that says where it ran. */
const handwritten = (one: Written): object =>
  typeof one === 'string' ? { name: one, mode: 'read', body: "return 'layer3';" } : expand(whole(one));

/** Switches as a profile has them: a case names a group's, or those of one tool. */
function flagsOf(given: Case['given']): ToolFlags | undefined {
  const has = 'customFlag' in given;
  if (given.flags === undefined && !has) return undefined;
  const custom = has && given.customFlag !== '$absent' ? { [String(given.tool)]: whole(given.customFlag) } : {};
  return { ...(whole(given.flags) as object | undefined), ...(has && { custom }) } as ToolFlags;
}

/** Handwritten tools that were refused: a vector says whether any was, or which. */
const rejected = (names: readonly string[]): Check =>
  new Check(names, (expected: boolean | string | readonly string[]) => {
    if (typeof expected === 'boolean') return names.length > 0 === expected;
    const wanted = typeof expected === 'string' ? [expected] : expected;
    return JSON.stringify(wanted) === JSON.stringify(names);
  });

async function look(given: Case['given'], host: Host): Promise<Seen['facts']> {
  const { orchestrator } = host;
  const trace: TraceEvent[] = [];
  const flags = flagsOf(given);
  await using run = await orchestrator.openRun({
    customTools: ((given.layer3 ?? []) as readonly Written[]).map(handwritten),
    ...(flags && { flags }),
    onTrace: (event) => trace.push(event),
  });
  const names = run.schemas().map((schema) => schema.function.name);
  const skipped = trace.filter(({ type }) => type === 'custom_tool_compile_failed');
  const facts = {
    schemaOrder: names,
    schemasNamed: new Check(names, (wanted: { readonly [name: string]: number }) =>
      Object.entries(wanted).every(([name, count]) => names.filter((one) => one === name).length === count),
    ),
    trace: skipped.map(({ type, name }) => ({ type, name })),
    registered: [...run.customTools.keys()],
    compileRejected: rejected(skipped.map(({ name }) => name)),
    ...(given.tool !== undefined && { enabled: names.includes(String(given.tool)) }),
  };
  if (given.call === undefined) return facts;
  const result = await orchestrator.dispatch({ name: String(given.call) }, run);
  const { name } = result.call.function;
  const answer = content(result) as { readonly code?: string };
  return {
    ...facts,
    content: answer,
    code: answer.code ?? null,
    ranIn: result.layer === undefined ? null : `layer${result.layer}`,
    lookedUpAs: name,
    label: orchestrator.resolveToolSource(name, run.ctx as never),
  };
}

/** Lookup order, labels, flags, and the list of schemas. */
export const layers: Play = async ({ given }, { host, kinds }) => {
  const { orchestrator } = host;
  const registered = (given.layer2 ??
    (given.tool === undefined ? [] : [{ name: given.tool, source: 'extension' }])) as readonly Registered[];
  const of = (wanted: Registered['source']) => registered.filter(({ source }) => source === wanted);
  const bridged = of('st-bridge').map(({ name }) => name.replace(/^st_/, ''));
  const own = of('extension');
  if (bridged.length + own.length < registered.length) throw new Error('unknown: a source in given.layer2');
  for (const name of bridged) orchestrator.bridgeSillyTavernTool(name);
  try {
    if (own.length === 0) return [{ variant: 'host', facts: await look(given, host) }];
    const seen: Seen[] = [];
    for (const kind of kinds) {
      try {
        for (const { name } of own) await kind.register(specText({ name, exec: "return 'layer2';" }));
        seen.push({ variant: kind.kind, facts: await look(given, host) });
      } finally {
        await kind.clear();
      }
    }
    return seen;
  } finally {
    for (const name of bridged) orchestrator.unbridgeSillyTavernTool(name);
  }
};

/** Handwritten tools: sanitised, compiled, called. */
export const customTools: Play = async ({ given }: Case, { host }) => {
  if ('input' in given) {
    const output = await host.orchestrator.sanitizeCustomTools(expand(whole(given.input)));
    const lengths = output.map((tool) => ({
      body: tool.body.length,
      simulateBody: tool.simulateBody.length,
      description: tool.description.length,
      displayName: tool.displayName.length,
    }));
    // A vector names the fields whose lengths it asks for.
    const asked = new Check(lengths, (wanted: readonly (typeof lengths)[number][]) => {
      const fits = (one: object, at: number) =>
        Object.entries(one).every(([field, length]) => lengths[at]?.[field as 'body'] === length);
      return wanted.length === lengths.length && wanted.every(fits);
    });
    return [{ variant: 'sanitiser', facts: { output, lengths: asked } }];
  }
  const facts = await look({ layer3: given.tools } as Case['given'], host);
  const call = given.call as { readonly name: string; readonly args?: unknown } | undefined;
  if (!call) return [{ variant: 'run', facts }];
  await using run = await host.orchestrator.openRun({ customTools: expand(whole(given.tools)) });
  const result = await host.orchestrator.dispatch({ name: call.name, arguments: whole(call.args) }, run);
  return [{ variant: 'run', facts: { ...facts, content: content(result) } }];
};
