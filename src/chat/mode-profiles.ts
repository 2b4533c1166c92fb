import type { ModeProfiles } from '../engine/internal.js';

const DRAFT = 'Answer the user. Use tools where they help. Hand over your answer as it is to be read.';

/** How runs work in a chat for which nobody has saved a profile. */
export const CHAT_PROFILES: ModeProfiles = {
  // The session’s own prompt says it all.
  loop: { prompt: '', limits: { max_rounds: 20, wall_clock_s: 300 } },
  spec: {
    stages: [
      {
        id: 'work',
        mode: 'serial',
        nodes: [
          { id: 'draft', type: 'worker', prompt: DRAFT },
          {
            id: 'review',
            type: 'review',
            prompt:
              'Check the draft: is it right, complete, and an answer to what was asked? Approve it, or say what to do again.',
          },
        ],
      },
      {
        id: 'end',
        mode: 'serial',
        nodes: [
          {
            id: 'answer',
            type: 'worker',
            prompt: 'Write the final answer for the user from the draft that was approved.',
          },
        ],
      },
    ],
    limits: { nodeIterationMaxRounds: 8, reviewRerunMaxRounds: 2 },
  },
  agenda: {
    plannerPrompt: 'Plan how to answer the user: keep a short list of work, send agents, and end when there is enough.',
    agents: [
      {
        name: 'researcher',
        prompt: 'Find out what is asked for. Use tools where they help, and hand over what you know.',
      },
      { name: 'writer', prompt: 'Write what is asked for, from what is known, and hand it over.' },
    ],
    finalPrompt: 'Write the answer for the user from what the agents have handed over.',
    limits: { plannerMaxRounds: 6, maxConcurrentAgents: 3, maxTotalRuns: 24 },
  },
};
