import { sillyTavernBridge } from '../../../src/hosts/sillytavern/base/bridge.js';
import { BUILTIN_TOOLS } from '../../../worker/protocol/reserved.js';
import { testHost } from '../../browser/setup.js';
import { onlyTell, unknownKeys, watched, whole } from '../keys.js';
import type { Area, CaseResult, VectorFile } from '../types.js';
import { bridging } from './bridging.js';
import { canonical, envelope } from './dispatching.js';
import { errors } from './errors.js';
import { imports } from './imports.js';
import { openKinds } from './kinds.js';
import { customTools, layers } from './layers.js';
import { loopRuns } from './loops.js';
import { agendaDispatch, notes, specReview } from './modes.js';
import { names, registrations } from './registering.js';
import { simulation } from './simulation.js';
import { adapters } from './studio-adapters.js';
import { deltas, items } from './studio-diffs.js';
import { formats, histories } from './studio-history.js';
import { retries } from './studio-requests.js';
import { rollbacks, turns } from './studio-turns.js';
import { matches, shown } from './text.js';
import { FakeToolManager } from './tool-manager.js';
import type { Case, Play, Seen } from './types.js';

const SPEC = {
  description: 'a built-in',
  parameters: { type: 'object' },
  mode: 'read',
  exec: () => 'built in',
} as const;

const PLAYS: { readonly [file: string]: Play } = {
  'name-validation': names,
  'register-spec-errors': registrations,
  'tool-result-envelope': envelope,
  'error-wrapping': errors,
  'simulate-dispatch': simulation,
  'layer-precedence': layers,
  'sanitize-custom-tools': customTools,
  'canonical-args': canonical,
  'card-import-review': imports,
  'st-bridge': bridging,
  'loop-runs': loopRuns,
  'agenda-dispatch': agendaDispatch,
  'spec-review-decision': specReview,
  notes,
  'profile-delta': deltas,
  'diff-items': items,
  'define-adapter': adapters,
  'turn-outcome': turns,
  'rollback-refresh': rollbacks,
  'history-store': histories,
  'retry-rpm': retries,
  'i18n-format': formats,
};

/** Expected fields that do not hold, or that no fact tells of. */
function misses(expect: Case['expect'], { facts }: Seen): readonly string[] {
  const wrong = Object.entries(expect).filter(([key, value]) => key in facts && !matches(value, facts[key]));
  const unknown = Object.keys(expect).filter((key) => !(key in facts));
  return [...wrong.map(([key]) => key), ...unknown.map((key) => `unknown: expect.${key}`)];
}

async function judge(
  play: Play | undefined,
  written: Case,
  file: string,
  setting: Parameters<Play>[1],
): Promise<CaseResult> {
  const one = watched(written, 'case');
  const id = `${file} ${one.id}`;
  const expect = whole(one.expect);
  onlyTell(one, 'origin', 'note', 'sourceBehaviour');
  if (!play) return { id, ok: false, expected: 'a known file', actual: file };
  try {
    const given = watched(whole(one.given), 'given');
    const seen = await play({ id: one.id, given, expect }, setting);
    const unknown = unknownKeys(one, given);
    const wrong = seen.map((variant) => ({ ...variant, problems: misses(expect, variant) }));
    const bad = wrong.filter(({ problems }) => problems.length > 0);
    const ok = bad.length === 0 && seen.length > 0 && unknown === undefined;
    const note = seen.map(({ variant }) => variant).join('; ');
    const told = bad.map(({ variant, facts, problems }) => ({ variant, problems, ...(shown(facts) as object) }));
    return { id, ok, note, ...(!ok && { expected: expect, actual: unknown ?? told }) };
  } catch (error) {
    return { id, ok: false, expected: expect, actual: String(error) };
  }
}

/** The orchestrator's vectors, with tools of the page, on a port and as guests where the case allows. */
export const orchestrator: Area = async function* (files: readonly VectorFile[]) {
  const manager = new FakeToolManager();
  manager.names = ['Probe', 'x'];
  await using host = testHost({ bridge: sillyTavernBridge(() => manager), context: { snapshot: () => ({}) } });
  for (const name of BUILTIN_TOOLS) host.orchestrator.provideBuiltin({ ...SPEC, name });
  const { kinds, extension } = await openKinds(host);
  using _extension = extension;
  for (const { file, cases } of files) {
    for (const one of cases as readonly Case[]) yield await judge(PLAYS[file], one, file, { host, kinds, manager });
  }
};
