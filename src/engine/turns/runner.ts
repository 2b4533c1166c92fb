import { type Streamed, streamed } from '../sessions/streamed.js';
import { envelopeOf, sessionSendResultParser } from './outcomes.js';
import { runCalls } from './round.js';
import type {
  EngineRuntimeSession,
  ParsedReply,
  ReplyParser,
  ToolOutcome,
  TurnOptions,
  TurnResult,
  TurnSendOptions,
  TurnTools,
} from './types.js';

/** Rounds of calls that a turn may have where nobody says otherwise. */
export const MAX_TOOL_ROUNDS = 5;

/**
 * Asks a session and makes the calls that it answers with, until it answers without one. The session never does.
 *
 * @example
 * import { ToolRegistryImpl, TurnRunner } from 'bulkhead/engine';
 * const session = { send: async (text: string) => JSON.stringify({ content: `You said: ${text}` }) };
 * const { finalContent } = await new TurnRunner().run(session, 'Hello', new ToolRegistryImpl());
 */
export class TurnRunner {
  readonly #parser: ReplyParser;

  constructor(parser: ReplyParser = sessionSendResultParser) {
    this.#parser = parser;
  }

  /** @throws what sending or reading an answer throws, what an observer throws, the signal's reason. */
  run(session: EngineRuntimeSession, input: string, tools: TurnTools, options: TurnOptions = {}): Promise<TurnResult> {
    return this.#run((signal) => session.send(input, signal), session, tools, options);
  }

  /** As `run`; the first answer's text comes while it is written. Later ones are in `result` only. */
  runStream(
    session: EngineRuntimeSession,
    input: string,
    tools: TurnTools,
    options: TurnOptions = {},
  ): Streamed<TurnResult> {
    return streamed(async (chunk) => {
      if (session.stream) {
        const first = async (given: TurnSendOptions) => {
          const stream = session.stream?.(input, given);
          if (!stream) return session.send(input, given);
          for await (const text of stream) chunk(text);
          return stream.result;
        };
        return this.#run(first, session, tools, options);
      }
      const result = await this.#run((given) => session.send(input, given), session, tools, options);
      if (result.finalContent !== null) chunk(result.finalContent);
      return result;
    });
  }

  async #run(
    begin: (options: TurnSendOptions) => Promise<string>,
    session: EngineRuntimeSession,
    tools: TurnTools,
    options: TurnOptions,
  ): Promise<TurnResult> {
    const { signal, at } = options;
    const most = roundsOf(options.maxToolRounds);
    let toolRoundCount = 0;
    let toolCallsExecuted = 0;
    signal?.throwIfAborted();
    let rawResponse = await begin({ signal, ...(at !== undefined && { at }) });
    for (;;) {
      const { content, toolCalls }: ParsedReply = this.#parser.parse(rawResponse);
      const result = { finalContent: content, toolRoundCount, toolCallsExecuted, rawResponse };
      if (toolCalls.length === 0) return result;
      if (toolRoundCount >= most) return { ...result, stopReason: 'max_tool_rounds' };
      const toolResults: ToolOutcome[] = await runCalls(toolCalls, session.id ?? '', tools, options);
      toolRoundCount += 1;
      toolCallsExecuted += toolResults.length;
      signal?.throwIfAborted();
      rawResponse = await session.send(envelopeOf(toolResults), { signal, toolResults });
    }
  }
}

const roundsOf = (given: number | undefined): number =>
  given === undefined || Number.isNaN(given) ? MAX_TOOL_ROUNDS : given;
