import type { LlmTool, Message, ToolCall } from '../base/types.js';
import { MODE_TOOLS } from '../internal-compat.js';
import { type Agent, ask, textTool, together, tool, work } from './ask.js';
import { type GivenLimits, type LimitsOf, readLimits } from './profiles.js';
import { checkStages, type ReviewDecision, reviewDecision, type SpecNode, type SpecStage } from './stages.js';
import { Trace, type TraceEvent } from './trace.js';
import type { RunInput } from './types.js';

export interface RunNode extends SpecNode {
  readonly prompt: string;
}

/** Rounds of each node, and how often a review may have others work again. Their bounds are in `PROFILE_LIMITS`. */
export type SpecLimits = GivenLimits<LimitsOf<'spec'>>;

export interface SpecInput extends RunInput {
  readonly stages: readonly SpecStage<RunNode>[];
  readonly limits?: SpecLimits | undefined;
}

export interface SpecResult {
  readonly status: 'completed';
  readonly capsule: string;
  /** What each worker has handed over, by its id. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly runtimeTrace: readonly TraceEvent[];
}

const OUTPUT = textTool(MODE_TOOLS.output, 'Hands over the result of this node');
const GUIDANCE = textTool(MODE_TOOLS.guidance, 'Hands over the final guidance');
const APPROVE: LlmTool = {
  name: MODE_TOOLS.approve,
  description: 'Approves what has been handed over',
  inputSchema: { type: 'object', properties: {} },
};
const text = { type: 'string' };
const RERUN = tool(
  MODE_TOOLS.rerun,
  'Has workers do it again, with feedback',
  { feedback: text, target_node_ids: { type: 'array', items: text } },
  ['feedback', 'target_node_ids'],
);

/**
 * Stages of workers and reviews, one after another. @throws for a specification that cannot be run, what a node throws.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { openAiModel } from 'bulkhead/engine';
 * import { runSpec, runTools } from 'bulkhead/modes';
 * const { orchestrator } = createHost();
 * await using run = await orchestrator.openRun({ mode: 'spec' });
 * const { capsule } = await runSpec({
 *   llm: openAiModel({ endpoint: 'https://models.example/v1', model: 'small' }),
 *   tools: runTools(orchestrator, run),
 *   messages: [{ role: 'user', content: 'Describe the inn.' }],
 *   stages: [
 *     { nodes: [{ id: 'facts', type: 'worker', prompt: 'List what is known of the inn.' }] },
 *     { nodes: [{ id: 'writer', type: 'worker', prompt: 'Say how to describe it.' }] },
 *   ],
 * });
 */
export async function runSpec(input: SpecInput): Promise<SpecResult> {
  const { llm, tools, signal, retries } = input;
  const stages = checkStages(input.stages);
  const { nodeIterationMaxRounds: rounds, reviewRerunMaxRounds: reruns } = readLimits('spec', input.limits);
  const trace = new Trace(input.onEvent);
  const outputs = new Map<string, string>();
  /** What was handed over before a review had it done again. */
  const before = new Map<string, string>();
  const feedback = new Map<string, string>();
  const idsOf = stages.map(({ nodes }) => nodes.map(({ id }) => id));
  const agent = (name: string, stop = signal): Agent => ({ llm, tools, trace, retries, signal: stop, name });
  let used = 0;
  trace.add('run_started', { stages: idsOf });
  for (let at = 0; at < stages.length; at++) {
    const stage = stages[at];
    if (!stage) break;
    trace.add('stage_started', { stage: at, mode: stage.mode });
    const output = at === stages.length - 1 ? GUIDANCE : OUTPUT;
    const worker = async (node: RunNode, stop = signal) => {
      outputs.set(node.id, await work(agent(node.id, stop), messagesFor(node), output, rounds));
      feedback.delete(node.id);
    };
    if (stage.mode === 'parallel') {
      await together(
        stage.nodes.map((node) => (stop: AbortSignal) => worker(node, stop)),
        signal,
      );
      continue;
    }
    for (const node of stage.nodes) {
      if (node.type === 'worker') {
        await worker(node);
        continue;
      }
      const decision = await review(node);
      const again = decision.decision === 'rerun' && used < reruns;
      trace.add('review', { agent: node.id, ...decision, again });
      if (decision.decision === 'approve' || !again) continue;
      used += 1;
      for (const id of decision.targets) feedback.set(id, decision.feedback);
      for (const id of idsOf.slice(decision.replayFromStage).flat()) setAside(id);
      at = decision.replayFromStage - 1;
      break;
    }
  }
  const capsule = (idsOf.at(-1) ?? []).map((id) => outputs.get(id) ?? '').join('\n\n');
  trace.end('run_finished', { status: 'completed', capsule });
  return { status: 'completed', capsule, outputs: Object.fromEntries(outputs), runtimeTrace: trace.events };

  /** Hides a result that its agent is about to write again: until then only that agent can read it. */
  function setAside(id: string): void {
    const made = outputs.get(id);
    if (made !== undefined) before.set(id, made);
    outputs.delete(id);
  }

  /** Returns the prompt of a node: its own text, the results so far, and a review's remarks on it. */
  function messagesFor({ id, prompt }: RunNode): Message[] {
    const handed = [...outputs].map(([other, text]) => `## ${other}\n${text}`);
    const again = feedback.get(id);
    const words = [
      ...handed,
      ...(again === undefined ? [] : [`## Your last result\n${before.get(id) ?? ''}`, `## Feedback\n${again}`]),
    ];
    return [
      { role: 'system', content: prompt },
      ...input.messages,
      ...(words.length > 0 ? [{ role: 'user', content: words.join('\n\n'), automatic: true } as const] : []),
    ];
  }

  async function review(node: RunNode): Promise<ReviewDecision> {
    const messages = messagesFor(node);
    const { said } = await ask(agent(node.id), messages, [APPROVE, RERUN], (calls) =>
      reviewDecision(calls.map(asReview), idsOf, [...outputs.keys()]),
    );
    return said;
  }
}

const asReview = ({ name, input }: ToolCall) =>
  name === APPROVE.name
    ? { approve: input }
    : name === RERUN.name || name === MODE_TOOLS.rerunAlias
      ? { rerun: input }
      : {};
