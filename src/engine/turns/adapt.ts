import type { LLMCompleteOptions } from '../base/types.js';
import type { ForkMore, Session, SessionForkOptions } from '../sessions/session.js';
import { streamed } from '../sessions/streamed.js';
import { serializeSessionSendResult, toMessages } from './outcomes.js';
import type { EngineRuntimeSession, ToolOutcome, TurnSendOptions } from './types.js';

/** A session as an engine takes it: driven by the turn loop, and forked. */
export interface EngineSession extends EngineRuntimeSession {
  readonly id: string;
  fork?(options: SessionForkOptions & { readonly id: string }, more?: ForkMore): Promise<unknown>;
  /** Number of turns, the current one included. If absent, a split guard gets 0. */
  turnCount?(): Promise<number> | number;
  setTools?(tools: LLMCompleteOptions['tools']): void;
  archive?(): Promise<void>;
  /** Answers the calls at its end that nobody has answered: by what is known of them, else by a text. */
  closeRound?(content: string, known: readonly ToolOutcome[]): Promise<void>;
}

/**
 * A session for the turn loop. Results are taken from the loop itself; a text that looks like them is a text.
 *
 * @example
 * import { adaptSessionToEngineRuntime, createSession, InMemoryStorageAdapter, openAiModel } from 'bulkhead/engine';
 * import { ToolRegistryImpl, TurnRunner } from 'bulkhead/engine';
 * const llm = openAiModel({ endpoint: 'https://models.example/v1', model: 'small' });
 * const session = await createSession({ storage: new InMemoryStorageAdapter(), llm });
 * const runtime = adaptSessionToEngineRuntime(session);
 * const { finalContent } = await new TurnRunner().run(runtime, 'Hello', new ToolRegistryImpl());
 */
export function adaptSessionToEngineRuntime(session: Session): EngineSession {
  return {
    id: session.id,
    async send(input: string, { signal, at, toolResults }: TurnSendOptions = {}) {
      const given = { signal, at };
      const answer = toolResults ? session.sendResults(toMessages(toolResults), given) : session.send(input, given);
      return serializeSessionSendResult(await answer);
    },
    stream(input: string, { signal, at }: TurnSendOptions = {}) {
      return streamed(async (chunk) => {
        const answer = session.stream(input, { signal, at });
        for await (const text of answer) chunk(text);
        return serializeSessionSendResult(await answer.result);
      });
    },
    fork: (options, more) => session.fork(options, more),
    turnCount: async () => (await session.meta()).turns,
    setTools: (tools) => session.setTools(tools),
    archive: () => session.archive(),
    closeRound: (content, known) => session.closeRound(content, toMessages(known)),
  };
}
