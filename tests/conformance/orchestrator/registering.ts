import { keysOf, whole } from '../keys.js';
import { dispatch, specText } from './dispatching.js';
import type { Kind, Refusal } from './kinds.js';
import { expand, toText } from './text.js';
import type { Case, Play, Seen } from './types.js';

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

/** A tool that is there before: its spec, or what differs from the case's own, and whose it is. */
interface Before {
  readonly spec: unknown;
  readonly owner: string | undefined;
}

const SPEC_FIELDS = ['name', 'description', 'parameters', 'mode', 'exec', 'simulate', 'displayName'];

function beforeOf(one: unknown, spec: object): Before {
  if (typeof one === 'string') return { spec: { ...spec, name: one }, owner: undefined };
  const { owner, spec: own } = one as { readonly owner?: string; readonly spec?: unknown };
  const fields = SPEC_FIELDS.filter((field) => field in (one as object));
  const differs = Object.fromEntries(fields.map((field) => [field, whole((one as Case['given'])[field])]));
  return { spec: { ...spec, ...(whole(own) as object | undefined), ...differs }, owner };
}

/** What a case has registered already: one tool, some, or owners by the names of their tools. */
function registeredBefore(given: unknown, spec: object): readonly Before[] {
  if (given === undefined) return [];
  if (Array.isArray(given)) return given.map((one) => beforeOf(one, spec));
  if (typeof given === 'string' || ['name', 'owner', 'spec'].some((key) => key in Object(given))) {
    return [beforeOf(given, spec)];
  }
  const owners = given as { readonly [name: string]: string };
  return keysOf(owners).map((name) => ({ spec: { ...spec, name }, owner: owners[name] }));
}

/** Ids of owners as every kind of tool may have them. */
const ownerId = (owner: string): string => `owner-${owner.toLowerCase().replace(/[^a-z0-9-]/g, '-')}`;

async function registered(given: Case['given'], kind: Kind, host: Parameters<Play>[1]['host']): Promise<Seen['facts']> {
  const spec = expand(whole(given.spec));
  const owners = new Map<string, string>();
  const idOf = (owner: string | undefined): string | undefined => {
    if (owner === undefined) return undefined;
    owners.set(ownerId(owner), owner);
    return ownerId(owner);
  };
  for (const before of registeredBefore(given.alreadyRegistered, Object(spec))) {
    const refused = await kind.register(toText(before.spec), idOf(before.owner));
    if (refused) throw new Error(`given.alreadyRegistered: ${refused.code}: ${refused.message}`);
  }
  const refused = await kind.register(toText(spec), idOf(given.owner as string | undefined));
  const name = (spec as { readonly name?: string } | null)?.name ?? '';
  const rows = host.orchestrator.listExtensionTools();
  const owner = host.tools.list().find((row) => row.name === name)?.owner;
  await using run = await host.orchestrator.openRun();
  const schema = run.schemas().find((one) => one.function.name === name);
  return {
    ...(refused ? refusalFacts(refused) : { throws: false }),
    listed: rows.find((row) => row.name === name),
    count: rows.length,
    ownerOfName: owner === undefined ? null : (owners.get(owner) ?? owner),
    schemaParameters: schema?.function.parameters,
  };
}

/** Registers a spec and looks at its row and its owner, or at why it was refused. */
export const registrations: Play = async ({ given }, { host, kinds }) => {
  const seen: Seen[] = [];
  for (const kind of kinds) {
    try {
      seen.push({ variant: kind.kind, facts: await registered(given, kind, host) });
    } finally {
      await kind.clear();
    }
  }
  return seen;
};
