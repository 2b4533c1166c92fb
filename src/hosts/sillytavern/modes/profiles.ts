import {
  type AgendaAgent,
  type ModeProfiles,
  type ProfileMode,
  type ProfileStage,
  readLimits,
} from '../../../engine/internal.js';
import type { ModesChoice } from '../base/modes-choice.js';

/** The prompts of agents before the chat. They ask agents to write in the language of the chat. */
const SCENE =
  'You work behind the scenes of a role play. You never speak to its player. Write in the language of the chat, and take nothing for granted that a tool can tell you.';

const LOOP_PROMPT = `${SCENE}
Prepare the next message, which somebody else will write. Look up by the tools what it needs: what happened earlier, who and what appears, what was left open. Then call finalize with capsule_text: a few short lines with the facts that must be right, what the characters want now, and what should happen. Do not write the message itself.`;

/** Two look at the scene, one checks what they say, one makes the guidance of it. */
const SPEC_STAGES: readonly ProfileStage[] = [
  {
    id: 'look',
    mode: 'parallel',
    nodes: [
      {
        id: 'facts',
        type: 'worker',
        prompt: `${SCENE}\nGather the facts that the next message must get right: what happened, where everybody is, what was promised. Hand them over as short lines.`,
      },
      {
        id: 'intent',
        type: 'worker',
        prompt: `${SCENE}\nSay for each character of the scene what they know, feel and want at this moment, in a line each.`,
      },
    ],
  },
  {
    id: 'checking',
    mode: 'serial',
    nodes: [
      {
        id: 'check',
        type: 'review',
        prompt: `${SCENE}\nCheck what was handed over against the chat. Approve it where it is right and enough; else ask for another run of those that are wrong, with feedback.`,
      },
    ],
  },
  {
    id: 'end',
    mode: 'serial',
    nodes: [
      {
        id: 'guidance',
        type: 'worker',
        prompt: `${SCENE}\nMake of all this the guidance for whoever writes the next message: a few short lines. Do not write the message itself.`,
      },
    ],
  },
];

const PLANNER_PROMPT = `${SCENE}
You plan what has to be found out before the next message is written. Keep the list of work, send agents with a clear brief each, and end the run as soon as enough is known. A simple scene needs one agent, or none.`;

const AGENDA_AGENTS: readonly AgendaAgent[] = [
  { name: 'archivist', prompt: `${SCENE}\nFind by the tools what was said and done earlier, and what is known of it.` },
  {
    name: 'psychologist',
    prompt: `${SCENE}\nSay what the characters know, feel and want, and how they would act on it.`,
  },
  { name: 'dramatist', prompt: `${SCENE}\nSay what could happen next, and which of it serves the story best.` },
];

const FINAL_PROMPT = `${SCENE}
Make of what the agents have found the guidance for whoever writes the next message: a few short lines. Do not write the message itself.`;

export const DIRECTOR_PROMPT = `${SCENE}
You write the next message of the character yourself, as a draft: look up what it needs, send sub-agents for what takes longer, write the draft by write_message, mend it by apply_message_patches, and call finalize when it is good. The draft is the message and nothing else: no comment, no name before it.`;

export const CONTINUE_PROMPT =
  'The last message of the chat is not finished. The draft holds it as it stands: go on from its last word, and keep what is there.';

/** What agents do here as long as nobody has saved anything else. */
export const SCENE_PROFILES: ModeProfiles = {
  loop: { prompt: LOOP_PROMPT, limits: readLimits('loop', {}) },
  spec: { stages: SPEC_STAGES, limits: readLimits('spec', {}) },
  agenda: {
    ...{ plannerPrompt: PLANNER_PROMPT, agents: AGENDA_AGENTS, finalPrompt: FINAL_PROMPT },
    limits: readLimits('agenda', {}),
  },
};

/** A profile with the limits that are chosen in the drawer: that is where they are kept. */
export const withLimits = <M extends ProfileMode>(
  mode: M,
  profile: ModeProfiles[M],
  limits: ModesChoice['limits'],
): ModeProfiles[M] => ({ ...profile, limits: readLimits(mode, { ...profile.limits, ...limits }) });
