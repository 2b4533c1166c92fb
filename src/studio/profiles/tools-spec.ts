import { isProfileName, type ModeProfiles, type ProfileStage, type RunNode } from '../../engine/internal.js';
import { type Arguments, named, wrong } from '../editors/arguments.js';
import { type EditTool, entries, oneOf, placed, text } from '../editors/edit-tool.js';
import type { Words } from '../editors/words.js';

type Spec = ModeProfiles['spec'];

const ORDERS = ['serial', 'parallel'] as const;
const TASKS = ['worker', 'review'] as const;
const ORDER = oneOf(ORDERS, 'Whether its agents work one after another or at the same time; with a review: serial');
const NODE = {
  id: text('Name, unlike that of any other agent'),
  type: oneOf(TASKS, 'worker hands over a text; review approves what was handed over, or sends it back'),
  prompt: text('What it is told to do'),
};

/** A new name. @throws for one that cannot be, or that there is already. */
export function checkName(name: string, taken: readonly string[]): string {
  if (!isProfileName(name)) {
    throw wrong(`“${name}” is no name: letters and digits, also with space, - and _ between, 64 at most`);
  }
  if (taken.includes(name)) throw wrong(`there is a “${name}” already`);
  return name;
}

export const nodesOf = ({ stages }: Spec): readonly RunNode[] => stages.flatMap(({ nodes }) => nodes);

const stageOf = ({ stages }: Spec, id: string): ProfileStage => named('stage', stages, byId, id);

const homeOf = ({ stages }: Spec, id: string): { readonly stage: ProfileStage; readonly node: RunNode } => {
  const homes = stages.flatMap((stage) => stage.nodes.map((node) => ({ stage, node })));
  return named('agent', homes, ({ node }) => node.id, id);
};

const withStage = (spec: Spec, stage: ProfileStage): Spec => ({
  ...spec,
  stages: spec.stages.map((one) => (one.id === stage.id ? stage : one)),
});

const readNode = (args: Arguments, taken: readonly string[]): RunNode => ({
  id: checkName(args.text('id'), taken),
  type: args.choice('type', TASKS),
  prompt: args.words('prompt'),
});

const byId = ({ id }: { readonly id: string }) => id;
const before = (args: Arguments) => (args.has('before') ? args.text('before') : undefined);

export const specTools = (words: Words): readonly EditTool<Spec>[] => [
  {
    name: 'add_stage',
    description: 'Adds a stage with its agents. Stages come one after another; the last one may hold no review.',
    properties: {
      stage: text('Name of the new stage'),
      mode: ORDER,
      nodes: entries(NODE, ['id', 'type', 'prompt'], 'Its agents, in their order'),
      before: text('The stage before which it comes; at the end where none is named'),
    },
    required: ['stage', 'nodes'],
    edit(spec, args) {
      const id = checkName(args.text('stage'), spec.stages.map(byId));
      const taken = nodesOf(spec).map(byId);
      const nodes = args.entries('nodes', Object.keys(NODE)).map((one) => {
        const node = readNode(one, taken);
        taken.push(node.id);
        return node;
      });
      const mode = args.has('mode') ? args.choice('mode', ORDERS) : 'serial';
      const stages = placed(spec.stages, { id, mode, nodes }, before(args), byId);
      return { profile: { ...spec, stages }, action: words('tool.add_stage', id) };
    },
  },
  {
    name: 'change_stage',
    description: 'Gives a stage another order, name or place. Its agents stay.',
    properties: {
      stage: text('The stage'),
      mode: ORDER,
      name: text('Another name'),
      before: text('The stage before which it comes; empty: the end'),
    },
    required: ['stage'],
    edit(spec, args) {
      const old = stageOf(spec, args.text('stage'));
      const others = spec.stages.filter((one) => one !== old);
      const id = args.has('name') ? checkName(args.text('name'), others.map(byId)) : old.id;
      const stage = { ...old, id, mode: args.has('mode') ? args.choice('mode', ORDERS) : old.mode };
      const stages = args.has('before')
        ? placed(others, stage, args.text('before') || undefined, byId)
        : spec.stages.map((one) => (one === old ? stage : one));
      return { profile: { ...spec, stages }, action: words('tool.change_stage', id) };
    },
  },
  {
    name: 'remove_stage',
    description: 'Removes a stage with all its agents',
    properties: { stage: text('The stage') },
    required: ['stage'],
    edit(spec, args) {
      const old = stageOf(spec, args.text('stage'));
      const stages = spec.stages.filter((one) => one !== old);
      return { profile: { ...spec, stages }, action: words('tool.remove_stage', old.id) };
    },
  },
  {
    name: 'add_node',
    description: 'Adds an agent to a stage',
    properties: {
      stage: text('The stage'),
      ...NODE,
      before: text('The agent of that stage before which it comes; at its end where none is named'),
    },
    required: ['stage', 'id', 'type', 'prompt'],
    edit(spec, args) {
      const stage = stageOf(spec, args.text('stage'));
      const node = readNode(args, nodesOf(spec).map(byId));
      const nodes = placed(stage.nodes, node, before(args), byId);
      return { profile: withStage(spec, { ...stage, nodes }), action: words('tool.add_node', node.id) };
    },
  },
  {
    name: 'change_node',
    description: 'Gives an agent another task, name, stage or place. Its prompt stays: set_prompt changes that.',
    properties: {
      node: text('The agent'),
      type: NODE.type,
      name: text('Another name'),
      stage: text('The stage that it moves to'),
      before: text('The agent of that stage before which it comes; empty: the end'),
    },
    required: ['node'],
    edit(spec, args) {
      const { stage, node } = homeOf(spec, args.text('node'));
      const taken = nodesOf(spec)
        .map(byId)
        .filter((id) => id !== node.id);
      const id = args.has('name') ? checkName(args.text('name'), taken) : node.id;
      const changed = { ...node, id, type: args.has('type') ? args.choice('type', TASKS) : node.type };
      const action = words('tool.change_node', id);
      if (!args.has('stage') && !args.has('before')) {
        const nodes = stage.nodes.map((one) => (one === node ? changed : one));
        return { profile: withStage(spec, { ...stage, nodes }), action };
      }
      const left = withStage(spec, { ...stage, nodes: stage.nodes.filter((one) => one !== node) });
      const home = stageOf(left, args.has('stage') ? args.text('stage') : stage.id);
      const place = args.has('before') ? args.text('before') || undefined : undefined;
      return { profile: withStage(left, { ...home, nodes: placed(home.nodes, changed, place, byId) }), action };
    },
  },
  {
    name: 'remove_node',
    description: 'Removes an agent',
    properties: { node: text('The agent') },
    required: ['node'],
    edit(spec, args) {
      const { stage, node } = homeOf(spec, args.text('node'));
      const nodes = stage.nodes.filter((one) => one !== node);
      return { profile: withStage(spec, { ...stage, nodes }), action: words('tool.remove_node', node.id) };
    },
  },
];
