import type { LLMAdapter, Message } from '../../../src/engine/index.js';
import { install, openHost } from '../host.js';
import { atMost, type Bench } from '../outcome.js';
import { ECHO, SMALL } from '../plugins.js';
import { block, compare, interleave } from '../rounds.js';

type Library = typeof import('../../../src/engine/index.js');

/** As it is built, like the host beside it. */
const LIBRARY: string = '/bulkhead/engine.js';
const CALLS = 10;
const TURNS = 30;

/** A model that asks for ten calls at once, and then says what came back. */
const scripted: LLMAdapter = {
  async complete(messages) {
    const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
    if (results.length > 0) return { content: results.join('\n') };
    const toolCalls = Array.from({ length: CALLS }, (_, at) => ({ id: `c${at}`, name: 'echo', input: SMALL }));
    return { content: null, toolCalls };
  },
};

/** A turn of ten calls of a stranger's tool: what an engine costs beside a loop that somebody writes for just this. */
export const engineTurn: Bench = {
  name: 'engine-turn',
  async run() {
    const { createStelloAgent, hostTools } = (await import(LIBRARY)) as Library;
    const host = await openHost();
    await install(host, ECHO);
    const agent = createStelloAgent({ capabilities: { tools: hostTools(host) }, llm: scripted, concurrency: CALLS });
    let turns = 0;
    const ours = async () => {
      turns += 1;
      const { id } = await agent.forkSession('main', { label: `turn ${turns}` });
      const { turn } = await agent.turn(id, 'go');
      agent.detach(id);
      return turn.finalContent;
    };
    const byHand = async () => {
      const { signal } = new AbortController();
      const messages: Message[] = [{ role: 'user', content: 'go' }];
      for (;;) {
        const { content, toolCalls = [] } = await scripted.complete(messages);
        messages.push({ role: 'assistant', content: content ?? '', toolCalls });
        if (toolCalls.length === 0) return content;
        const results = await Promise.all(
          toolCalls.map(({ name, input }) => host.tools.execute(name, input, { signal })),
        );
        toolCalls.forEach(({ id }, at) => {
          messages.push({ role: 'tool', toolCallId: id, content: JSON.stringify(results[at]?.value) });
        });
      }
    };
    const rounds = await interleave([
      { name: 'ours', sample: () => block(TURNS, ours) },
      { name: 'a loop by hand', sample: () => block(TURNS, byHand) },
    ]);
    await host.dispose();
    return [
      compare(rounds, {
        name: 'engine-turn',
        what: `a turn with ${CALLS} calls of a guest’s tool and a scripted model / the same turn written by hand`,
        goal: atMost(1.5),
        ours: 'ours',
        peer: 'a loop by hand',
        notes: [`blocks of ${TURNS} turns, each in a session of its own; the loop keeps nothing, and can be stopped`],
      }),
    ];
  },
};
