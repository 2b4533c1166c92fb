import type { DispatchResult, Host, RunOptions, TraceEvent } from '../../../src/index.js';
import type { Kind } from './kinds.js';
import { expand, toText } from './text.js';
import type { Case, Play, Seen } from './types.js';

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

const MODES = ['loop', 'spec', 'agenda', 'director'] as const;

function throwText(thrown: {
  kind?: string;
  message?: unknown;
  code?: unknown;
  hint?: unknown;
  value?: unknown;
  name?: string;
}): string {
  const { kind = 'Error', message, value } = thrown;
  if (kind === 'value') return `throw ${toText(value)};`;
  const { code, hint } = thrown;
  const fields = toText({ code: code ?? '$absent', hint: hint ?? '$absent' });
  if (kind === 'ToolError') {
    return `const made = new Error(${toText(message ?? 'Tool error.')}); made.name = 'ToolError';
      throw Object.assign(made, { code: 'TOOL_ERROR', hint: '' }, ${fields});`;
  }
  const name = kind === 'AbortError' ? "made.name = 'AbortError';" : '';
  return `const made = new Error(${toText(message ?? '')}); ${name} throw Object.assign(made, ${fields});`;
}

/** What a tool threw -> content, in every mode; only the run's own abort escapes. */
export const errors: Play = async ({ given }, { host, kinds }) => {
  const modes = (given.modes as typeof MODES | undefined) ?? MODES;
  if (given.thrown === undefined) {
    return Promise.all(
      modes.map(async (mode) => {
        const { content } = await dispatch(host, String(given.call), { mode });
        return { variant: mode, facts: { content, runContinues: true } };
      }),
    );
  }
  const exec = throwText(given.thrown as object);
  const aborts = Object.entries(given).some(([key, value]) => /abort/i.test(key) && value === true);
  const waits = aborts
    ? "await new Promise((resolve) => ctx.__lukerRun ? ctx.__lukerRun.abortSignal.addEventListener('abort', resolve) : call.signal.addEventListener('abort', resolve));"
    : '';
  const seen: Seen[] = [];
  for (const mode of modes) {
    const each = await eachKind(kinds, specText({ exec: `${waits} ${exec}` }), async () => {
      const stop = new AbortController();
      const reason = new Error('the run was aborted');
      await using run = await host.orchestrator.openRun({ mode, signal: stop.signal });
      const call = host.orchestrator.dispatch({ name: 'probe' }, run, { onLog: () => aborts && stop.abort(reason) });
      const [settled] = await Promise.allSettled([call]);
      if (settled.status === 'rejected') {
        const ownAbort = settled.reason === reason;
        return {
          content: undefined,
          runContinues: false,
          aborted: ownAbort,
          status: 'aborted',
          toolMessage: null,
          escapes: ownAbort,
        };
      }
      // The run goes on: another call of it is answered.
      const next = content(await host.orchestrator.dispatch({ name: 'no_such_tool' }, run));
      return {
        content: content(settled.value),
        runContinues: (next as { code: string }).code === 'NOT_IMPLEMENTED',
        aborted: false,
      };
    });
    seen.push(...each.map(({ variant, facts }) => ({ variant: `${variant}, ${mode}`, facts })));
  }
  return seen;
};

/** Argument text -> what the tool gets. */
export const canonical: Play = async ({ given }, { host, kinds }) => {
  const args = 'object' in given ? given.object : given.text;
  return eachKind(kinds, specText({ exec: 'return { seen: args, polluted: ({}).polluted === true };' }), async () => {
    await using run = await host.orchestrator.openRun();
    const result = await host.orchestrator.dispatch({ name: 'probe', arguments: args }, run);
    const { data } = content(result) as { data: { seen: unknown; polluted: boolean } };
    const { arguments: text } = result.call.function;
    const polluted = data.polluted || ({} as { polluted?: boolean }).polluted === true;
    return { args: data.seen, canonical: text, text, objectPrototypePolluted: polluted };
  });
};

interface Steps {
  readonly steps: readonly string[];
}

/** The review that a message speaks of. */
const named = (message: string, ids: readonly string[]) => ids.find((id) => message.includes(id));

/** Reviews begin and end by steps. */
async function playSteps(steps: Steps['steps'], host: Host): Promise<Seen[]> {
  const { orchestrator } = host;
  let review: ReturnType<typeof orchestrator.beginReview> | undefined;
  const results: unknown[] = [];
  const ids: string[] = [];
  for (const step of steps) {
    const [what, id] = step.split(':');
    try {
      if (what === 'begin') {
        review = orchestrator.beginReview(id);
        ids.push(review.id);
      } else review?.end();
      results.push('ok');
    } catch (error) {
      results.push({ throws: `message names ${named((error as Error).message, ids)}` });
    }
  }
  const activeAfter = orchestrator.activeReview() !== undefined;
  review?.end();
  return [{ variant: 'host', facts: { results, activeAfter } }];
}

/** Which function runs in a review. */
export const simulation: Play = async ({ given }, setting) => {
  const { host, kinds } = setting;
  if (Array.isArray(given.steps)) return playSteps(given.steps, host);
  const {
    mode,
    hasSimulate,
    reviewActive,
    execReturns,
    simulateReturns,
    simulateThrows,
    execThrows,
    reviewActiveInRun,
  } = given;
  const inReview = async <T>(work: (options: RunOptions) => Promise<T>): Promise<T> => {
    if (reviewActiveInRun !== undefined) {
      const inIt = given.callInRun === reviewActiveInRun;
      return host.orchestrator.withReview((review) => work(inIt ? { review } : {}), String(reviewActiveInRun));
    }
    return reviewActive ? host.orchestrator.withReview((review) => work({ review })) : work({});
  };
  if (given.bridged) {
    host.orchestrator.bridgeSillyTavernTool('Probe', { mode: mode as 'read' });
    try {
      const { content, ran } = await inReview((options) => dispatch(host, 'st_Probe', options));
      return [{ variant: 'st-bridge', facts: { content, runs: ran } }];
    } finally {
      host.orchestrator.unbridgeSillyTavernTool('Probe');
    }
  }
  const exec = execThrows
    ? throwText(execThrows as object)
    : `return ${toText('execReturns' in given ? execReturns : 'EXEC')};`;
  const simulate = simulateThrows
    ? throwText(simulateThrows as object)
    : `return ${toText('simulateReturns' in given ? simulateReturns : 'SIM')};`;
  const spec = specText({ mode: String(mode), exec, ...(hasSimulate === true && { simulate }) });
  return eachKind(kinds, spec, () => inReview((options) => dispatch(host, 'probe', options)));
};

type Layer3 = readonly string[];
interface Layer2 {
  readonly name: string;
  readonly source: string;
}

/** Lookup order, labels, flags, and the list of schemas. */
export const layers: Play = async ({ given }, { host, kinds }) => {
  const { orchestrator } = host;
  const trace: TraceEvent[] = [];
  const written = ((given.layer3 ?? []) as Layer3).map((name) => ({ name, mode: 'read', body: "return 'layer3';" }));
  const registered = (given.layer2 ??
    [given.tool].filter(Boolean).map((name) => ({ name, source: 'extension' }))) as Layer2[];
  const bridged = registered.filter(({ source }) => source === 'st-bridge').map(({ name }) => name.replace(/^st_/, ''));
  const custom =
    'customFlag' in given && given.customFlag !== '$absent' ? { [String(given.tool)]: given.customFlag } : {};
  const flags = given.flags || 'customFlag' in given ? { ...(given.flags as object), custom } : undefined;
  const look = async (): Promise<Seen['facts']> => {
    await using run = await orchestrator.openRun({
      customTools: written,
      ...(flags && { flags }),
      onTrace: (event) => trace.push(event),
    });
    const call = typeof given.call === 'string' ? given.call : undefined;
    const names = run.schemas().map((schema) => schema.function.name);
    const facts = {
      schemaOrder: names,
      trace: trace
        .filter(({ type }) => type === 'custom_tool_compile_failed')
        .map(({ type, name }) => ({ type, name })),
      registered: [...run.customTools.keys()],
      ...(given.tool !== undefined && { enabled: names.includes(String(given.tool)) }),
    };
    if (call === undefined) return facts;
    const result = await orchestrator.dispatch({ name: call }, run);
    const name = result.call.function.name;
    return {
      ...facts,
      content: content(result),
      ranIn: result.layer && `layer${result.layer}`,
      lookedUpAs: name,
      label: orchestrator.resolveToolSource(name, run.ctx as never),
      schemasNamed: { [name]: names.filter((one) => one === name).length },
    };
  };
  for (const name of bridged) orchestrator.bridgeSillyTavernTool(name);
  try {
    const own = registered.filter(({ source }) => source !== 'st-bridge');
    if (own.length === 0) return [{ variant: 'host', facts: await look() }];
    const seen: Seen[] = [];
    for (const kind of kinds) {
      try {
        for (const { name } of own) await kind.register(specText({ name, exec: "return 'layer2';" }));
        seen.push({ variant: kind.kind, facts: await look() });
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
export const customTools: Play = async ({ given, expect }: Case, { host }) => {
  if ('input' in given) {
    const output = await host.orchestrator.sanitizeCustomTools(expand(given.input));
    const wanted = (expect.lengths ?? []) as { readonly [field: string]: number }[];
    const lengths = output.map((tool, i) =>
      Object.fromEntries(Object.keys(wanted[i] ?? {}).map((field) => [field, String(tool[field as 'body']).length])),
    );
    return [{ variant: 'sanitiser', facts: { output, lengths } }];
  }
  const trace: TraceEvent[] = [];
  await using run = await host.orchestrator.openRun({
    customTools: expand(given.tools),
    onTrace: (event) => trace.push(event),
  });
  const skipped = trace.filter(({ type }) => type === 'custom_tool_compile_failed');
  const facts = {
    registered: [...run.customTools.keys()],
    trace: skipped.map(({ type, name }) => ({ type, name })),
  };
  const call = given.call as { name: string; args: unknown } | undefined;
  if (!call) return [{ variant: 'run', facts }];
  const result = await host.orchestrator.dispatch({ name: call.name, arguments: call.args }, run);
  return [{ variant: 'run', facts: { ...facts, content: content(result) } }];
};
