import { type ModeProfiles, OWN_AGENTS, PROFILE_LIMITS, type ProfileMode, readLimits } from '../../engine/internal.js';
import { type Arguments, named, wrong } from '../editors/arguments.js';
import { count, type EditTool, text, withPassage } from '../editors/edit-tool.js';
import type { Words } from '../editors/words.js';
import { checkName, nodesOf, specTools } from './tools-spec.js';

type Agenda = ModeProfiles['agenda'];
/** Where a profile’s prompts are: reads one, and puts another in its place. */
interface Prompts<P> {
  readonly names: (profile: P) => readonly string[];
  readonly of: (profile: P, name: string) => string | undefined;
  readonly put: (profile: P, name: string, prompt: string) => P;
}

const PROMPTS: { readonly [M in ProfileMode]: Prompts<ModeProfiles[M]> } = {
  loop: {
    names: () => ['agent'],
    of: ({ prompt }, name) => (name === 'agent' ? prompt : undefined),
    put: (profile, _, prompt) => ({ ...profile, prompt }),
  },
  spec: {
    names: (spec) => nodesOf(spec).map(({ id }) => id),
    of: (spec, name) => nodesOf(spec).find(({ id }) => id === name)?.prompt,
    put: (spec, name, prompt) => ({
      ...spec,
      stages: spec.stages.map((stage) => ({
        ...stage,
        nodes: stage.nodes.map((node) => (node.id === name ? { ...node, prompt } : node)),
      })),
    }),
  },
  agenda: {
    names: ({ agents }) => [...OWN_AGENTS, ...agents.map(({ name }) => name)],
    of: ({ plannerPrompt, finalPrompt, agents }, wanted) => {
      if (wanted === 'planner') return plannerPrompt;
      return wanted === 'final' ? finalPrompt : agents.find(({ name }) => name === wanted)?.prompt;
    },
    put: (agenda, wanted, prompt) => {
      if (wanted === 'planner') return { ...agenda, plannerPrompt: prompt };
      if (wanted === 'final') return { ...agenda, finalPrompt: prompt };
      const agents = agenda.agents.map((agent) => (agent.name === wanted ? { ...agent, prompt } : agent));
      return { ...agenda, agents };
    },
  },
};

const WHOSE: { readonly [M in ProfileMode]: string } = {
  loop: 'agent: there is one',
  spec: 'The agent',
  agenda: 'The agent, or planner, or final (who sums up)',
};

function sharedTools<M extends ProfileMode>(mode: M, words: Words): readonly EditTool<ModeProfiles[M]>[] {
  const prompts: Prompts<ModeProfiles[M]> = PROMPTS[mode];
  const of = text(WHOSE[mode]);
  const read = (profile: ModeProfiles[M], args: Arguments) => {
    const name = args.text('of');
    const prompt = prompts.of(profile, name);
    if (prompt === undefined) throw wrong(`no agent is called ${name}: ${prompts.names(profile).join(', ')} are there`);
    return { name, prompt };
  };
  return [
    {
      name: 'set_prompt',
      description: 'Puts another prompt in the place of an agent’s',
      properties: { of, text: text('The whole prompt') },
      required: ['of', 'text'],
      edit(profile, args) {
        const { name } = read(profile, args);
        // A loop may do without one: then the conversation’s own prompt says it all.
        const prompt = mode === 'loop' ? args.text('text') : args.words('text');
        return { profile: prompts.put(profile, name, prompt), action: words('tool.set_prompt', name) };
      },
    },
    {
      name: 'edit_prompt',
      description: 'Puts something else in the place of one passage of a prompt; it must be in exactly one place',
      properties: { of, find: text('The passage, to the letter'), replace: text('What takes its place') },
      required: ['of', 'find', 'replace'],
      edit(profile, args) {
        const { name, prompt } = read(profile, args);
        const now = withPassage(prompt, args);
        return { profile: prompts.put(profile, name, now), action: words('tool.edit_prompt', name) };
      },
    },
    {
      name: 'set_limits',
      description: 'Changes limits of a run; those that are not named stay',
      properties: Object.fromEntries(
        Object.entries(PROFILE_LIMITS[mode]).map(([name, { initial, least, most }]) => [
          name,
          count(least, most, `${LIMIT[name] ?? name}; usually ${initial}`),
        ]),
      ),
      edit(profile, args) {
        const named = Object.entries(PROFILE_LIMITS[mode]).filter(([name]) => args.has(name));
        const given = named.map(([name, { least, most }]) => [name, args.count(name, least, most)]);
        const limits = readLimits(mode, { ...profile.limits, ...Object.fromEntries(given) });
        return { profile: { ...profile, limits }, action: words('tool.set_limits') };
      },
    },
  ];
}

const LIMIT: { readonly [name: string]: string } = {
  max_rounds: 'Rounds',
  wall_clock_s: 'Seconds',
  nodeIterationMaxRounds: 'Rounds of each agent',
  reviewRerunMaxRounds: 'How often reviews may send work back',
  plannerMaxRounds: 'Rounds of the planner',
  maxConcurrentAgents: 'Agents at the same time',
  maxTotalRuns: 'Agents in all',
};

const agendaTools = (words: Words): readonly EditTool<Agenda>[] => [
  {
    name: 'add_agent',
    description: 'Adds an agent that the planner may send',
    properties: { name: text('Name, by which the planner sends it'), prompt: text('What it is told to do') },
    required: ['name', 'prompt'],
    edit(agenda, args) {
      const name = checkName(args.text('name'), [...OWN_AGENTS, ...agenda.agents.map((one) => one.name)]);
      const agents = [...agenda.agents, { name, prompt: args.words('prompt') }];
      return { profile: { ...agenda, agents }, action: words('tool.add_agent', name) };
    },
  },
  {
    name: 'rename_agent',
    description: 'Gives an agent another name',
    properties: { agent: text('The agent'), name: text('The new name') },
    required: ['agent', 'name'],
    edit(agenda, args) {
      const old = agentOf(agenda, args);
      const taken = [...OWN_AGENTS, ...agenda.agents.map((one) => one.name)].filter((name) => name !== old.name);
      const name = checkName(args.text('name'), taken);
      const agents = agenda.agents.map((one) => (one === old ? { ...one, name } : one));
      return { profile: { ...agenda, agents }, action: words('tool.rename_agent', old.name, name) };
    },
  },
  {
    name: 'remove_agent',
    description: 'Removes an agent',
    properties: { agent: text('The agent') },
    required: ['agent'],
    edit(agenda, args) {
      const old = agentOf(agenda, args);
      const agents = agenda.agents.filter((one) => one !== old);
      return { profile: { ...agenda, agents }, action: words('tool.remove_agent', old.name) };
    },
  },
];

const agentOf = ({ agents }: Agenda, args: Arguments): Agenda['agents'][number] =>
  named('agent', agents, ({ name }) => name, args.text('agent'));

export function profileTools<M extends ProfileMode>(mode: M, words: Words): readonly EditTool<ModeProfiles[M]>[] {
  const own: { readonly [N in ProfileMode]: readonly EditTool<ModeProfiles[N]>[] } = {
    ...{ loop: [], spec: specTools(words), agenda: agendaTools(words) },
  };
  return [...own[mode], ...sharedTools(mode, words)];
}
