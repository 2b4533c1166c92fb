import type { AgendaAgent } from './run-agenda.js';
import type { RunNode } from './spec.js';
import { within } from './types.js';

/** The modes whose agents a profile describes. */
export const PROFILE_MODES = ['loop', 'spec', 'agenda'] as const;
export type ProfileMode = (typeof PROFILE_MODES)[number];

export interface Bounds {
  readonly initial: number;
  readonly least: number;
  readonly most: number;
}
const bounds = (initial: number, least: number, most: number): Bounds => ({ initial, least, most });

export const PROFILE_LIMITS = {
  loop: { max_rounds: bounds(20, 1, 50), wall_clock_s: bounds(300, 10, 3_600) },
  spec: { nodeIterationMaxRounds: bounds(8, 1, 20), reviewRerunMaxRounds: bounds(2, 0, 20) },
  agenda: {
    plannerMaxRounds: bounds(6, 1, 20),
    maxConcurrentAgents: bounds(3, 1, 12),
    maxTotalRuns: bounds(24, 1, 200),
  },
} as const satisfies { readonly [M in ProfileMode]: { readonly [name: string]: Bounds } };

/** What limits a director, whose prompt is the host's own. */
export const DIRECTOR_LIMITS = {
  mainRounds: bounds(20, 1, 50),
  maxConcurrentSubAgents: bounds(4, 1, 12),
  maxSubAgentRuns: bounds(16, 0, 200),
  subAgentRounds: bounds(16, 1, 50),
} as const;

export type LimitsOf<M extends ProfileMode> = { readonly [name in keyof (typeof PROFILE_LIMITS)[M]]: number };

/** Limits of which any may be left out: then its `initial` number holds. */
export type GivenLimits<T> = { readonly [name in keyof T]?: number | undefined };

/** Nodes that come one after another, or at the same time, under a name. */
export interface ProfileStage {
  readonly id: string;
  readonly mode: 'serial' | 'parallel';
  readonly nodes: readonly RunNode[];
}

/** The prompts of each mode's agents, and their limits. Plain data. */
export interface ModeProfiles {
  readonly loop: { readonly prompt: string; readonly limits: LimitsOf<'loop'> };
  readonly spec: { readonly stages: readonly ProfileStage[]; readonly limits: LimitsOf<'spec'> };
  readonly agenda: {
    readonly plannerPrompt: string;
    readonly agents: readonly AgendaAgent[];
    readonly finalPrompt: string;
    readonly limits: LimitsOf<'agenda'>;
  };
}

/** Characters of one prompt, and entries of one list. */
const MOST_TEXT = 65_536;
const MOST_ENTRIES = 50;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,63}$/u;

export const OWN_AGENTS: readonly string[] = ['planner', 'final'];

/**
 * True for what may be the name of a stage, a node or an agent.
 *
 * @example
 * import { isProfileName } from 'bulkhead/modes';
 * console.log(isProfileName('Fact checker'), isProfileName('-'));
 */
export const isProfileName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

type Fields = { readonly [field: string]: unknown };
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): readonly Fields[] =>
  (Array.isArray(value) ? value : []).slice(0, MOST_ENTRIES).map(fieldsOf);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MOST_TEXT) : '');

/**
 * Returns valid limits of a mode. A value that is no valid limit is replaced by the mode's default.
 *
 * @example
 * import { readLimits } from 'bulkhead/modes';
 * const { max_rounds, wall_clock_s } = readLimits('loop', { max_rounds: 5 });
 */
export const readLimits = <M extends ProfileMode>(mode: M, given: unknown): LimitsOf<M> =>
  withinBounds(PROFILE_LIMITS[mode], given);

/** A number for each bound of a table. */
export function withinBounds<T extends object>(table: T, given: unknown): { readonly [name in keyof T]: number } {
  const fields = fieldsOf(given);
  const all = Object.entries<Bounds>(table as { readonly [name: string]: Bounds });
  const numbers = all.map(([name, { initial, least, most }]) => [name, within(fields[name], initial, least, most)]);
  return Object.fromEntries(numbers);
}

/** Entries whose names are unlike each other; what has none is left out. */
function named<T>(list: readonly Fields[], key: string, taken: Set<string>, make: (entry: Fields, name: string) => T) {
  return list.flatMap((entry) => {
    const name = entry[key];
    if (!isProfileName(name) || taken.has(name)) return [];
    taken.add(name);
    return [make(entry, name)];
  });
}

const READ: { readonly [M in ProfileMode]: (given: Fields) => ModeProfiles[M] } = {
  loop: (given) => ({ prompt: textOf(given.prompt), limits: readLimits('loop', given.limits) }),
  spec: (given) => {
    const nodes = new Set<string>();
    const stages = listOf(given.stages).map((stage, at) => ({ id: `stage_${at + 1}`, ...stage }) as Fields);
    return {
      stages: named(stages, 'id', new Set(), (stage, id) => ({
        ...{ id, mode: stage.mode === 'parallel' ? 'parallel' : 'serial' },
        nodes: named(listOf(stage.nodes), 'id', nodes, (node, name) => ({
          ...{ id: name, type: node.type === 'review' ? 'review' : 'worker' },
          prompt: textOf(node.prompt),
        })),
      })),
      limits: readLimits('spec', given.limits),
    };
  },
  agenda: (given) => ({
    plannerPrompt: textOf(given.plannerPrompt),
    agents: named(listOf(given.agents), 'name', new Set(OWN_AGENTS), ({ prompt }, name) => ({
      name,
      prompt: textOf(prompt),
    })),
    finalPrompt: textOf(given.finalPrompt),
    limits: readLimits('agenda', given.limits),
  }),
};

/**
 * Returns a normalised copy of a mode's profile, without what cannot be used. Never throws. Idempotent.
 *
 * @example
 * import { readProfile } from 'bulkhead/modes';
 * const { prompt, limits } = readProfile('loop', { prompt: 'Answer in one sentence.', limits: { max_rounds: 5 } });
 */
export const readProfile = <M extends ProfileMode>(mode: M, given: unknown): ModeProfiles[M] =>
  READ[mode](fieldsOf(given));

/** Why a profile cannot be run, or would come to nothing. */
export interface ProfileProblem {
  readonly what: 'noStages' | 'emptyStage' | 'reviewLast' | 'noAgents' | 'noPrompt';
  /** The stage, node or agent; empty for the whole. */
  readonly where: string;
}

const blank = (text: string): boolean => text.trim() === '';

/**
 * What is wrong with a profile; nothing for one that can be run.
 *
 * @example
 * import { problemsOf, readProfile } from 'bulkhead/modes';
 * const profile = readProfile('agenda', { plannerPrompt: 'Plan the story.' });
 * for (const { what, where } of problemsOf('agenda', profile)) console.log(what, where);
 */
export function problemsOf<M extends ProfileMode>(mode: M, given: ModeProfiles[M]): readonly ProfileProblem[] {
  const found: ProfileProblem[] = [];
  const add = (what: ProfileProblem['what'], where: string) => void found.push({ what, where });
  if (mode === 'spec') {
    const { stages } = given as ModeProfiles['spec'];
    if (stages.length === 0) add('noStages', '');
    for (const { id, nodes } of stages) {
      if (nodes.length === 0) add('emptyStage', id);
      for (const node of nodes) if (blank(node.prompt)) add('noPrompt', node.id);
    }
    const last = stages.at(-1)?.nodes.find(({ type }) => type === 'review');
    if (last) add('reviewLast', last.id);
  }
  if (mode === 'agenda') {
    const { agents, plannerPrompt, finalPrompt } = given as ModeProfiles['agenda'];
    if (agents.length === 0) add('noAgents', '');
    if (blank(plannerPrompt)) add('noPrompt', 'planner');
    for (const { name, prompt } of agents) if (blank(prompt)) add('noPrompt', name);
    if (blank(finalPrompt)) add('noPrompt', 'final');
  }
  return found;
}
