import { sillyTavernBridge } from '../../../src/hosts/sillytavern/bridge.js';
import { BUILTIN_TOOLS } from '../../../worker/protocol/reserved.js';
import { testHost } from '../../browser/setup.js';
import type { Area, CaseResult, VectorFile } from '../types.js';
import { canonical, customTools, envelope, errors, layers, simulation } from './dispatching.js';
import { imports } from './imports.js';
import { openKinds } from './kinds.js';
import { agendaDispatch, loopRuns, notes, specReview } from './modes.js';
import { bridging, names, registrations } from './registering.js';
import { adapters, rollbacks, turns } from './studio.js';
import { deltas, items } from './studio-diffs.js';
import { formats, histories, retries } from './studio-history.js';
import { matches } from './text.js';
import { FakeToolManager } from './tool-manager.js';
import type { Case, Play, Seen } from './types.js';

const SPEC = {
  description: 'a built-in',
  parameters: { type: 'object' },
  mode: 'read',
  exec: () => 'built in',
} as const;

const plays = (manager: FakeToolManager): { readonly [file: string]: Play } => ({
  'name-validation': names,
  'register-spec-errors': registrations,
  'tool-result-envelope': envelope,
  'error-wrapping': errors,
  'simulate-dispatch': simulation,
  'layer-precedence': layers,
  'sanitize-custom-tools': customTools,
  'canonical-args': canonical,
  'card-import-review': imports,
  'st-bridge': bridging(manager),
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
});

/** Expected fields that do not hold. Texts that must be included may be parts of a longer one. */
function misses(expect: Case['expect'], { facts }: Seen): string[] {
  return Object.entries(expect)
    .filter(([key, value]) => {
      if (!(key in facts)) return true;
      const actual = facts[key];
      if (key === 'messageIncludes') return ![value].flat().every((part) => String(actual).includes(String(part)));
      if (key === 'messageExcludes') return [value].flat().some((part) => String(actual).includes(String(part)));
      return !matches(value, actual);
    })
    .map(([key]) => key);
}

async function judge(
  play: Play | undefined,
  one: Case,
  file: string,
  setting: Parameters<Play>[1],
): Promise<CaseResult> {
  const id = `${file} ${one.id}`;
  if (!play) return { id, ok: false, expected: 'a known file', actual: file };
  try {
    const seen = await play(one, setting);
    const wrong = seen.filter((variant) => misses(one.expect, variant).length > 0);
    const ok = wrong.length === 0 && seen.length > 0;
    const note = seen.map(({ variant }) => variant).join('; ');
    return {
      id,
      ok,
      note,
      ...(!ok && { expected: one.expect, actual: wrong.map(({ variant, facts }) => ({ variant, ...facts })) }),
    };
  } catch (error) {
    return { id, ok: false, expected: one.expect, actual: String(error) };
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
  const known = plays(manager);
  for (const { file, cases } of files) {
    for (const one of cases as readonly Case[]) yield await judge(known[file], one, file, { host, kinds });
  }
};
