/** The interface of the four modes in English. */
export const EN_MODES = {
  'modes.title': 'Modes',
  'modes.teach':
    'Agents that work behind the scenes, with the tools that are on and the model that this application is connected to.',
  'modes.choose': 'Which mode',
  'modes.loop.long': 'One agent calls tools, one after another, until it has what the next message needs.',
  'modes.spec.long': 'Two agents gather facts and intentions, one checks them, one makes guidance of them.',
  'modes.agenda.long': 'A planner keeps a list of work and sends agents that work at the same time.',
  'modes.director.long': 'One agent writes the message itself, mends its draft, and has others help.',
  'modes.auto': 'Run before each message',
  'modes.auto.long': 'What it finds is told to the model in that request; a swipe is told the same again.',
  'modes.auto.director': 'Let it write each message',
  'modes.auto.director.long':
    'Also when you swipe, regenerate or continue. If it fails, the message is generated as usual.',
  'modes.review': 'Rehearse',
  'modes.review.long': 'A run begun here changes nothing: tools that write only pretend.',
  'modes.run': 'Run {mode}',
  'modes.rehearse': 'Rehearse {mode}',
  'modes.limits': 'Limits',
  'modes.limit.messages': 'Messages of the chat that agents see',
  'modes.limit.replyTokens': 'Tokens of an agent’s answer, at least',
  'modes.limit.max_rounds': 'Rounds',
  'modes.limit.wall_clock_s': 'Seconds',
  'modes.limit.nodeIterationMaxRounds': 'Rounds of each agent',
  'modes.limit.reviewRerunMaxRounds': 'Times that work is sent back',
  'modes.limit.plannerMaxRounds': 'Rounds of the planner',
  'modes.limit.maxConcurrentAgents': 'Agents at the same time',
  'modes.limit.maxTotalRuns': 'Agents in all',
  'modes.limit.mainRounds': 'Rounds of the director',
  'modes.limit.maxConcurrentSubAgents': 'Helpers at the same time',
  'modes.limit.maxSubAgentRuns': 'Helpers in all',
  'modes.limit.subAgentRounds': 'Rounds of a helper',
  'modes.found': 'Guidance',
  'modes.found.next': 'The next message is told what was found.',
  'modes.found.told': 'The last message was told what was found; a swipe is told it again.',
  'modes.forget': 'Forget it',
} as const;

/** One language's words for the same keys. */
export type ModesWords = { readonly [key in keyof typeof EN_MODES]: string };
