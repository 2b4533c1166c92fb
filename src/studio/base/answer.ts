import { randomId } from '../../../worker/primitives/random-id.js';
import { withoutThoughts } from '../../engine/internal.js';
import type { StudioCall } from './types.js';

export interface BrokenCall {
  readonly tool?: string;
  readonly why: string;
}

export interface Answer {
  readonly text: string;
  readonly calls: readonly StudioCall[];
  readonly broken: readonly BrokenCall[];
}

const MOST_CALLS = 1_000;

type Loose = { readonly [field: string]: unknown };

/** Reads an answer of `generateTask`, in which hosts name calls, arguments and text differently. */
export function readAnswer(answer: unknown): Answer {
  if (typeof answer === 'string') return { text: withoutThoughts(answer), calls: [], broken: [] };
  const { text, content, toolCalls, tool_calls: wire } = Object(answer) as Loose;
  const said = [text, content].find((one) => typeof one === 'string') as string | undefined;
  const listed = [toolCalls, wire].find(Array.isArray) ?? [];
  if (listed.length > MOST_CALLS) {
    return { text: '', calls: [], broken: [{ why: `${listed.length} calls at once: at most ${MOST_CALLS} count` }] };
  }
  const calls: StudioCall[] = [];
  const broken: BrokenCall[] = [];
  const ids = new Set<string>();
  for (const [index, one] of listed.entries()) {
    const call = readCall(one, index);
    if ('why' in call) {
      broken.push(call);
      continue;
    }
    // The id identifies results.
    const id = ids.has(call.id) ? `${call.id}_${randomId().slice(0, 8)}` : call.id;
    calls.push({ ...call, id });
    ids.add(id);
  }
  return { text: withoutThoughts(said ?? ''), calls, broken };
}

function readCall(given: unknown, index: number): StudioCall | BrokenCall {
  const { id, name, args, arguments: more, input, function: inner } = Object(given) as Loose;
  const { name: innerName, arguments: innerArgs } = Object(inner) as Loose;
  const called = [name, innerName].find((one) => typeof one === 'string') as string | undefined;
  if (!called) return { why: 'a call without a name' };
  let value = args ?? more ?? input ?? innerArgs ?? {};
  if (typeof value === 'string') {
    try {
      value = value.trim() === '' ? {} : JSON.parse(value);
    } catch (error) {
      return { tool: called, why: `${called}: its arguments are no JSON: ${(error as Error).message}` };
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { tool: called, why: `${called}: its arguments are no object` };
  }
  const own = typeof id === 'string' && id !== '' ? id : `call_${randomId().slice(0, 8)}_${index}`;
  return { id: own, name: called, args: structuredClone(value) as StudioCall['args'] };
}
