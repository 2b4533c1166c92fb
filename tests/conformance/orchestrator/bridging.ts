import type { Host } from '../../../src/index.js';
import { evaluate } from '../../fixtures/evaluate.js';
import { whole } from '../keys.js';
import { dispatch } from './dispatching.js';
import type { Refusal } from './kinds.js';
import { Check, expand, toText } from './text.js';
import type { Case, Play } from './types.js';

type Options = { readonly mode: 'read' };
/** A tool of SillyTavern, by its name or with the choice of its mode. */
type Chosen = string | { readonly name: string; readonly mode?: string };

const nameOf = (one: Chosen): string => (typeof one === 'string' ? one : one.name);
const optionsOf = (one: Chosen): Options | undefined =>
  typeof one === 'string' || one.mode === undefined ? undefined : { mode: one.mode as 'read' };

/** The bridged tools with what is registered of each, to see which are as they were. */
const bridgedNow = ({ tools }: Host): ReadonlyMap<string, object> =>
  new Map(
    tools
      .list()
      .filter(({ source }) => source === 'st-bridge')
      .map((info) => [info.name.slice(3), info]),
  );

/** Brings the bridges in step with what a user chose; what is as it was is not registered again. */
function choose(host: Host, selection: readonly Chosen[]) {
  const before = bridgedNow(host);
  const kept = host.orchestrator.listBridgedSillyTavernTools();
  const wanted = selection.map((one) => ({
    name: nameOf(one),
    mode: typeof one === 'string' ? (kept.find(({ name }) => name === one)?.mode ?? 'write') : one.mode,
  }));
  const skipped = host.orchestrator.applySillyTavernBridges(wanted);
  const after = bridgedNow(host);
  return {
    skipped,
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    untouched: [...after].filter(([name, info]) => before.get(name) === info).map(([name]) => name),
  };
}

/** The steps of a case, in their order. @throws what refuses one of them. */
function bridge(given: Case['given'], host: Host) {
  const { orchestrator } = host;
  for (const one of (given.bridged ?? []) as readonly Chosen[]) {
    orchestrator.bridgeSillyTavernTool(nameOf(one), optionsOf(one));
  }
  const missing = given.saved ? orchestrator.applySillyTavernBridges(whole(given.saved)) : [];
  const wanted = given.bridge as { readonly name: string; readonly options?: Options } | undefined;
  if (wanted) orchestrator.bridgeSillyTavernTool(expand(wanted.name), whole(wanted.options));
  if (given.register) {
    const spec = { mode: 'read', exec: () => 1, description: '', ...whole(given.register) };
    orchestrator.registerOrchestrationTool(spec as never, { owner: 'an-extension' });
  }
  if (typeof given.unbridge === 'string') orchestrator.unbridgeSillyTavernTool(given.unbridge);
  if (!given.selection) return { skipped: missing };
  const { skipped, ...chosen } = choose(host, given.selection as readonly Chosen[]);
  return { ...chosen, skipped: [...missing, ...skipped] };
}

/** Bridging, with a tool manager that keeps its fields to itself. */
export const bridging: Play = async ({ given }, { host, manager }) => {
  const { orchestrator } = host;
  const before = manager.tools;
  manager.names = expand((whole(given.toolManager) ?? []) as string[]);
  manager.returns = 'hostReturns' in given ? evaluate(toText(given.hostReturns)) : 'EXEC';
  let refused: Refusal | undefined;
  let done: Partial<ReturnType<typeof bridge>> = {};
  try {
    done = bridge(given, host);
  } catch (error) {
    const { code, message } = error as Refusal;
    if (code === undefined) throw error;
    refused = { code, message, isTypeError: error instanceof TypeError };
  }
  const { added, removed, untouched, skipped } = done as Partial<ReturnType<typeof choose>>;
  const rows = orchestrator.listExtensionTools().filter(({ source }) => source === 'st-bridge');
  const [row] = rows;
  const facts = {
    throws: refused !== undefined,
    ...(refused && { code: refused.code, message: refused.message, messageIncludes: includes(refused.message) }),
    listed: row && { name: row.name, mode: row.mode, hasSimulate: row.hasSimulate, source: row.source },
    listedNames: rows.map(({ name }) => name),
    available: orchestrator.listAvailableSillyTavernTools().map(({ name }) => name),
    ...{ skipped, added, removed, untouched, selection: { added, removed, untouched } },
    ...(given.call !== undefined && { content: (await dispatch(host, String(given.call))).content }),
  };
  for (const { name } of orchestrator.listBridgedSillyTavernTools()) orchestrator.unbridgeSillyTavernTool(name);
  manager.names = before.map((tool) => (tool.toFunctionOpenAI() as { function: { name: string } }).function.name);
  manager.returns = 'EXEC';
  return [{ variant: 'st-bridge', facts }];
};

/** A message that holds each of some texts. */
export const includes = (message: string): Check =>
  new Check(message, (parts: string | readonly string[]) => [parts].flat().every((part) => message.includes(part)));

/** A message that holds none of some texts. */
export const excludes = (message: string): Check =>
  new Check(message, (parts: string | readonly string[]) => [parts].flat().every((part) => !message.includes(part)));
