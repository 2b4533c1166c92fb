import { expect, test } from 'vitest';
import { openApp } from './app.js';
import { install } from './drawer.js';

/** A tool that may compute for a fifth of a second, which a busy machine alone takes to start its worker. */
const HASTY = `export const manifest = { manifest: 1, id: 'hasty', version: '1.0.0', name: 'Hasty', limits: { cpuMsPerCall: 200 } };
registerTool({ name: 'add_numbers', description: 'Adds two numbers.', mode: 'read',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  exec: ({ a, b }) => ({ sum: a + b }) });`;

test('the first call after a page was loaded is answered while the machine is busy with other things', async () => {
  await using app = await openApp();
  await app.load();
  await app.connect();
  await install(app, 'hasty', HASTY);
  for (let round = 0; round < 2; round++) {
    await app.load();
    await app.connect();
    await app.page.evaluate(() => {
      const busy = URL.createObjectURL(new Blob(['for (;;);']));
      Object.assign(globalThis, {
        busy: Array.from({ length: navigator.hardwareConcurrency * 3 }, () => new Worker(busy)),
      });
    });
    app.model.play({ tools: [{ name: 'add_numbers', args: { a: 2, b: 3 } }] }, { content: 'Five.' });
    await app.send('What is 2 + 3?');
    const [, second] = await app.model.asked(2);
    const answer = second?.messages.findLast(({ role }) => role === 'tool');
    expect(answer?.content).toBe('{"sum":5}');
    await app.page.evaluate(() =>
      (globalThis as unknown as { busy: Worker[] }).busy.forEach((worker) => void worker.terminate()),
    );
    await app.page.locator('#chat').getByText('Five.').last().waitFor();
    await app.idle();
  }
});
