import { BulkheadError } from '../../worker/protocol/errors.js';
import type { LLMAdapter, LlmTool } from '../engine/internal.js';

export interface ModelTest {
  /** Until its first answer was there. */
  readonly ms: number;
  readonly text: string;
  readonly calls: boolean;
}

const CHECK: LlmTool = {
  name: 'check_tools',
  description: 'Notes that tools can be called. Does nothing else.',
  inputSchema: {
    type: 'object',
    properties: { word: { type: 'string', description: 'The word that was asked for.' } },
    required: ['word'],
  },
};

const user = (content: string) => [{ role: 'user' as const, content }];

/**
 * Asks a model for a short answer, and for one call of a tool that nobody runs. @throws `MODEL_FAILED`, the signal’s reason.
 *
 * @example
 * import { functionModel, testModel } from 'bulkhead/models';
 * const { ms, calls } = await testModel(functionModel(() => 'Hello'));
 */
export async function testModel(model: LLMAdapter, signal?: AbortSignal): Promise<ModelTest> {
  const given = signal ? { signal } : {};
  const begun = performance.now();
  const { content } = await model.complete(user('Answer with the one word: ready'), given);
  const ms = performance.now() - begun;
  return { ms, text: content ?? '', calls: await callsTools(model, given) };
}

async function callsTools(model: LLMAdapter, given: { readonly signal?: AbortSignal }): Promise<boolean> {
  try {
    const ask = user('Call the tool check_tools with the word "ready". Say nothing else.');
    const { toolCalls = [] } = await model.complete(ask, { ...given, tools: [CHECK] });
    return toolCalls.some(({ name, malformed }) => name === CHECK.name && malformed === undefined);
  } catch (error) {
    given.signal?.throwIfAborted();
    // A server that answers, but not to a request with tools, has none.
    const { status = 0 } = (error instanceof BulkheadError ? error.details : {}) as { readonly status?: number };
    if ([400, 404, 405, 422, 501].includes(status)) return false;
    throw error;
  }
}
