import { expect, test } from 'vitest';
import { LlmPace } from '../../../src/permissions/handlers/llm.js';

const LIMITS = { llmAtOnce: 2, llmPerMinute: 3, llmTokensPerCall: 1_000, llmTokensPerHour: 2_500 };
const { signal } = new AbortController();

/** A plugin's pace with a clock of the test's. Four characters are a token. */
function plugin(limits: Partial<typeof LIMITS> = {}) {
  const clock = { now: 0 };
  const pace = new LlmPace({ ...LIMITS, ...limits }, () => clock.now);
  const sent: number[] = [];
  const ask = (tokens: number, more: { maxTokens?: number; answer?: number; of?: AbortSignal } = {}) => {
    const { maxTokens, answer = 0, of = signal } = more;
    const messages = [{ role: 'user' as const, content: 'text'.repeat(tokens) }];
    return pace.complete({ messages, ...(maxTokens !== undefined && { maxTokens }) }, of, async () => {
      sent.push(tokens);
      return 'text'.repeat(answer);
    });
  };
  return { clock, pace, sent, ask };
}

const limit = (message: string) => ({ code: 'CAPABILITY_LIMIT', message });

test('so many requests within a minute, and the error says when the next one may be made', async () => {
  const { clock, sent, ask } = plugin();
  for (const at of [0, 10_000, 20_000]) {
    clock.now = at;
    await ask(1);
  }
  const refused = (seconds: number) =>
    limit(`more than 3 requests to the language model within a minute: try again in ${seconds} s`);
  await expect(ask(1)).rejects.toMatchObject(refused(40));
  clock.now = 59_999;
  await expect(ask(1)).rejects.toMatchObject(refused(1));
  expect(sent).toHaveLength(3);
  clock.now = 60_000;
  await ask(1);
  await expect(ask(1)).rejects.toMatchObject(refused(10));
});

test('so many tokens in one request, counted with the answer that it asks for', async () => {
  const { sent, ask } = plugin();
  const words = (tokens: number) =>
    limit(`llm.complete: about ${tokens} tokens with its answer, of 1000: send less text, or ask for fewer maxTokens`);
  await expect(ask(1_001)).rejects.toMatchObject(words(1_001));
  await expect(ask(500, { maxTokens: 501 })).rejects.toMatchObject(words(1_001));
  expect(sent).toEqual([]);
  await ask(500, { maxTokens: 500 });
  await ask(1_000);
});

test('so many tokens within an hour: what was answered counts, what was not does not', async () => {
  const { clock, sent, ask } = plugin({ llmPerMinute: 100 });
  // 900 of these 1,000 are asked for and do not come.
  await ask(100, { maxTokens: 900 });
  clock.now = 600_000;
  await ask(900, { answer: 1_400 });
  await ask(100);
  const refused = (seconds: number) =>
    limit(`more than 2500 tokens of the language model within an hour: try again in ${seconds} s`);
  await expect(ask(1)).rejects.toMatchObject(refused(3_000));
  await expect(ask(101)).rejects.toMatchObject(refused(3_600));
  expect(sent).toEqual([100, 900, 100]);
  clock.now = 3_600_000;
  await ask(100);
  await expect(ask(1)).rejects.toMatchObject(refused(600));
});

test('a request that was never sent costs no tokens, one that failed costs those that were sent', async () => {
  const { pace, ask } = plugin({ llmAtOnce: 1, llmPerMinute: 100 });
  let finish: () => void = () => {};
  const messages = [{ role: 'user' as const, content: 'text'.repeat(1_000) }];
  const open = pace.complete({ messages }, signal, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    throw new Error('the model failed');
  });
  const stop = new AbortController();
  const given = ask(1_000, { of: stop.signal });
  stop.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  finish();
  await expect(open).rejects.toThrow('the model failed');
  await ask(1_000);
  await ask(500);
  await expect(ask(1)).rejects.toMatchObject({ code: 'CAPABILITY_LIMIT' });
});

test('only so many are with the model at once; the others wait for their turn', async () => {
  const { pace } = plugin({ llmPerMinute: 100 });
  const finish: (() => void)[] = [];
  const messages = [{ role: 'user' as const, content: 'a' }];
  const send = () => new Promise<string>((resolve) => finish.push(() => resolve('done')));
  const asked = [1, 2, 3].map(() => pace.complete({ messages }, signal, send));
  await Promise.resolve();
  expect(finish).toHaveLength(2);
  finish[0]?.();
  await asked[0];
  await Promise.resolve();
  expect(finish).toHaveLength(3);
  for (const end of finish) end();
  expect(await Promise.all(asked)).toEqual(['done', 'done', 'done']);
});
