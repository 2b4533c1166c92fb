import { evaluate } from '../../fixtures/evaluate.js';
import { dispatch, specText } from './dispatching.js';
import type { Refusal } from './kinds.js';
import { expand, toText } from './text.js';
import type { FakeToolManager } from './tool-manager.js';
import type { Play, Seen, Setting } from './types.js';

const TYPE_ERRORS = ['SPEC_INVALID', 'EXEC_INVALID', 'MODE_INVALID', 'SIMULATE_INVALID'];

/** The error must be of the class the contract names for its code. */
const refusalFacts = ({ code, message, isTypeError }: Refusal) => ({
  throws: isTypeError === TYPE_ERRORS.includes(code) ? true : `${code} of the wrong class`,
  code,
  message,
});

/** A name is good when a tool of that name is listed and answers. */
export const names: Play = async ({ given }, { host, kinds }) => {
  const name = expand(given.name) as string;
  const seen: Seen[] = [];
  for (const kind of kinds) {
    const refused = await kind.register(specText({ name, exec: 'return args.n;' }));
    const listed = host.orchestrator.listExtensionTools().some((row) => row.name === name);
    const answered = listed && (await dispatch(host, name, {}, { n: 1 })).content;
    const good = refused === undefined && JSON.stringify(answered) === '{"ok":true,"data":1}';
    const bad = refused?.code === 'NAME_INVALID' && !listed;
    seen.push({ variant: kind.kind, facts: { valid: good ? true : bad ? false : (refused ?? 'neither') } });
    await kind.clear();
  }
  return seen;
};

/** Registers a spec and looks at its row, or at why it was refused. */
export const registrations: Play = async ({ given }, { host, kinds }) => {
  const spec = expand(given.spec);
  const seen: Seen[] = [];
  for (const kind of kinds) {
    const refused = await kind.register(toText(spec));
    const name = (spec as { name?: string } | null)?.name ?? '';
    const listed = host.orchestrator.listExtensionTools().find((row) => row.name === name);
    await using run = await host.orchestrator.openRun();
    const schema = run.schemas().find((one) => one.function.name === name);
    const facts = refused
      ? refusalFacts(refused)
      : { throws: false, listed, schemaParameters: schema?.function.parameters };
    seen.push({ variant: kind.kind, facts });
    await kind.clear();
  }
  return seen;
};

/** Bridging, with a tool manager that keeps its fields to itself. */
export const bridging =
  (manager: FakeToolManager): Play =>
  async ({ given }, { host }: Setting) => {
    const { orchestrator } = host;
    const before = manager.tools;
    manager.names = expand((given.toolManager ?? []) as string[]);
    manager.returns =
      typeof given.hostReturns === 'string' ? evaluate(toText(given.hostReturns)) : (given.hostReturns ?? 'EXEC');
    let refused: Refusal | undefined;
    let skipped: readonly string[] = [];
    const names = () => orchestrator.listBridgedSillyTavernTools().map(({ name }) => name);
    const wanted = expand(given.bridge) as { name: string; options?: { mode: 'read' } } | undefined;
    try {
      for (const name of (given.bridged ?? []) as string[]) orchestrator.bridgeSillyTavernTool(name);
      if (wanted) orchestrator.bridgeSillyTavernTool(wanted.name, wanted.options);
      if (given.register) {
        const spec = { ...(given.register as object), mode: 'read', exec: () => 1, description: '' };
        orchestrator.registerOrchestrationTool(spec as never, { owner: 'an-extension' });
      }
      if (typeof given.unbridge === 'string') orchestrator.unbridgeSillyTavernTool(given.unbridge);
      if (given.saved) skipped = orchestrator.applySillyTavernBridges(given.saved);
    } catch (error) {
      const { code, message } = error as Refusal;
      refused = { code, message, isTypeError: error instanceof TypeError };
    }
    const rows = orchestrator.listExtensionTools().filter(({ source }) => source === 'st-bridge');
    const [row] = rows;
    const facts = {
      throws: refused !== undefined,
      ...(refused && { code: refused.code, messageIncludes: refused.message }),
      listed: row && { name: row.name, mode: row.mode, hasSimulate: row.hasSimulate, source: row.source },
      listedNames: rows.map(({ name }) => name),
      available: orchestrator.listAvailableSillyTavernTools().map(({ name }) => name),
      skipped,
      ...(typeof given.call === 'string' && { content: (await dispatch(host, given.call)).content }),
    };
    for (const name of names()) orchestrator.unbridgeSillyTavernTool(name);
    manager.names = before.map((tool) => (tool.toFunctionOpenAI() as { function: { name: string } }).function.name);
    manager.returns = 'EXEC';
    return [{ variant: 'st-bridge', facts }];
  };
