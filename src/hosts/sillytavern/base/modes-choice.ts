import { type ModeProfiles, PROFILE_MODES, readProfile } from '../../../engine/internal-profiles.js';
import { fieldsOf } from './context.js';

/** The four ways to orchestrate. */
export const RUN_MODES = ['loop', 'spec', 'agenda', 'director'] as const;
export type RunMode = (typeof RUN_MODES)[number];

/** What the user has chosen about orchestrations. */
export interface ModesChoice {
  readonly mode: RunMode;
  /** Before each message; of the director: in the place of it. */
  readonly auto: boolean;
  /** Runs that are begun by hand change nothing. */
  readonly review: boolean;
  /** Number of messages of the chat that agents get. */
  readonly messages: number;
  /** Tokens of an agent's answer at least. */
  readonly replyTokens: number;
  /** Limits by their names, where they are others than they were. */
  readonly limits: { readonly [name: string]: number };
  /** `offerKey` of a tool → whether agents get it, where the user has said so. */
  readonly tools: { readonly [key: string]: boolean };
  /** Prompts that replace the usual ones, by mode. */
  readonly profiles: Partial<ModeProfiles>;
}

const FIRST_CHOICE: ModesChoice = {
  mode: 'loop',
  auto: false,
  review: false,
  messages: 20,
  replyTokens: 1_500,
  limits: {},
  tools: {},
  profiles: {},
};

/** True for one of the modes. */
export const isRunMode = (value: unknown): value is RunMode => (RUN_MODES as readonly unknown[]).includes(value);

/** What was switched on or off, by name. */
export const choicesIn = (kept: unknown): { readonly [name: string]: boolean } =>
  Object.fromEntries(
    Object.entries(fieldsOf(kept)).filter((pair): pair is [string, boolean] => typeof pair[1] === 'boolean'),
  );

/** Reads a kept choice: what is not as it should be counts as not there. */
export function readModes(kept: unknown): ModesChoice {
  const { mode, auto, review, messages, replyTokens, limits, tools, profiles } = fieldsOf(kept);
  const number = (value: unknown, initial: number, most: number) =>
    typeof value === 'number' && value >= 1 && value <= most ? Math.trunc(value) : initial;
  const numbers = Object.entries(fieldsOf(limits)).filter(
    (pair): pair is [string, number] => typeof pair[1] === 'number' && Number.isFinite(pair[1]),
  );
  return {
    mode: isRunMode(mode) ? mode : FIRST_CHOICE.mode,
    auto: auto === true,
    review: review === true,
    messages: number(messages, FIRST_CHOICE.messages, 200),
    replyTokens: number(replyTokens, FIRST_CHOICE.replyTokens, 100_000),
    limits: Object.fromEntries(numbers),
    tools: choicesIn(tools),
    profiles: keptProfiles(profiles),
  };
}

/** Profiles that were saved. */
function keptProfiles(kept: unknown): Partial<ModeProfiles> {
  const given = fieldsOf(kept);
  const found = PROFILE_MODES.filter((mode) => typeof given[mode] === 'object' && given[mode] !== null);
  return Object.fromEntries(found.map((mode) => [mode, readProfile(mode, given[mode])]));
}
