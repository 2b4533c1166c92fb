import type { LlmTool, Message, ToolCall } from '../base/types.js';
import { type Agent, ask, textTool, together, work } from './ask.js';
import { type ReviewDecision, reviewDecision } from './review.js';
import { checkStages, type SpecNode, type SpecStage } from './stages.js';
import { Trace, type TraceEvent } from './trace.js';
import { type RunInput, within } from './types.js';

/** A node with its prompt. */
export interface RunNode extends SpecNode {
  readonly prompt: string;
}

export interface SpecLimits {
  /** Rounds of each node: 8, from 1 to 20. */
  readonly nodeIterationMaxRounds?: number | undefined;
  /** How often a review may have others work again: 2, from 0 to 20. */
  readonly reviewRerunMaxRounds?: number | undefined;
}

export interface SpecInput extends RunInput {
  readonly stages: readonly SpecStage<RunNode>[];
  readonly limits?: SpecLimits | undefined;
}

export interface SpecResult {
  readonly status: 'completed';
  /** What the last stage says, its nodes in order. */
  readonly capsule: string;
  /** What each worker has handed over, by its id. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly runtimeTrace: readonly TraceEvent[];
}

const OUTPUT = textTool('luker_orch_node_output', 'Hands over the result of this node');
const GUIDANCE = textTool('luker_orch_final_guidance', 'Hands over the final guidance');
const APPROVE: LlmTool = {
  name: 'luker_orch_review_approve',
  description: 'Approves what has been handed over',
  inputSchema: { type: 'object', properties: {} },
};
/** An older name of the next one. */
const RERUN_ALIAS = 'luker_orch_request_rerun';
const RERUN: LlmTool = {
  name: 'luker_orch_review_rerun',
  description: 'Has workers do it again, with feedback',
  inputSchema: {
    type: 'object',
    properties: {
      feedback: { type: 'string' },
      target_node_ids: { type: 'array', items: { type: 'string' } },
    },
    required: ['feedback', 'target_node_ids'],
  },
};

/** Stages of workers and reviews, one after another. @throws for a specification that cannot be run, what a node throws. */
export async function runSpec(input: SpecInput): Promise<SpecResult> {
  const { llm, tools, signal, retries, limits = {} } = input;
  const stages = checkStages(input.stages);
  const rounds = within(limits.nodeIterationMaxRounds, 8, 1, 20);
  const reruns = within(limits.reviewRerunMaxRounds, 2, 0, 20);
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
      outputs.set(node.id, await work(agent(node.id, stop), told(node), output, rounds));
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

  /** A result that is to come anew is nobody's to read, but its maker's. */
  function setAside(id: string): void {
    const text = outputs.get(id);
    if (text !== undefined) before.set(id, text);
    outputs.delete(id);
  }

  /** Returns the prompt of a node: its own text, the results so far, and a review's remarks on it. */
  function told({ id, prompt }: RunNode): Message[] {
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
    const messages = told(node);
    const { said } = await ask(agent(node.id), messages, [APPROVE, RERUN], (calls) =>
      reviewDecision(calls.map(asReview), idsOf, [...outputs.keys()]),
    );
    return said;
  }
}

const asReview = ({ name, input }: ToolCall) =>
  name === APPROVE.name ? { approve: input } : name === RERUN.name || name === RERUN_ALIAS ? { rerun: input } : {};
