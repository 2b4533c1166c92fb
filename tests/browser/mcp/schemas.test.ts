import { expect, test } from 'vitest';
import type { ToolInfo } from '../../../src/contracts/tool-info.js';
import { assetsAt } from '../../../src/index.js';
import { assetsOf } from '../../../src/isolation/assets.js';
import { ArgumentChecks } from '../../../src/tools/calls/argument-checks.js';
import { ToolRegistry } from '../../../src/tools/registry.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { failure, plainHost } from '../setup.js';
import { connect, scripted, tool } from './servers.js';

const SLOW = { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } };
const PLAIN = { type: 'object', properties: { text: { type: 'string' } } };
/** For the slow schema's pattern there are 2 to the 40th ways to be none. */
const ENDLESS = { text: `${'a'.repeat(40)}!` };
const reads = { reads: () => true };

test('a schema of one server that is too slow holds up no other server, no tool of the page and no search', async () => {
  await using host = plainHost({ limits: { cpuMs: 15_000 } });
  const far = await scripted({ tools: [tool('slow', { inputSchema: SLOW })] });
  const near = await scripted({ tools: [tool('fine', { inputSchema: PLAIN })] });
  await using _far = await connect(host, far.url, reads);
  await using _near = await connect(host, near.url, { ...reads, name: 'near' });
  const spec = { name: 'mine', mode: 'read' as const, parameters: PLAIN, exec: () => 'mine' };
  host.tools.register(spec, { owner: 'page' });
  const order: string[] = [];
  const stop = new AbortController();
  const slow = failure(host.tools.execute('far_slow', ENDLESS, { signal: stop.signal })).then(() => order.push('slow'));
  const { value } = await host.tools.execute('near_fine', { text: 'a' });
  order.push(String(value));
  order.push(String((await host.tools.execute('mine', { text: 'a' })).value));
  order.push(String((await host.tools.search('fine'))[0]?.name));
  stop.abort();
  await slow;
  expect(order).toEqual(['done', 'mine', 'near_fine', 'slow']);
  expect(await far.methods()).not.toContain('tools/call');
});

const info = (owner: string, name = owner): ToolInfo => ({
  ...{ name, owner, kind: 'page', source: 'extension', mode: 'read', description: '', parameters: SLOW },
  ...{ displayName: name, hasSimulate: false },
});
const nobody = { execute: () => Promise.reject(new Error('not asked')) };
const newRegistry = () => new ToolRegistry((name) => new BulkheadError('TOOL_NOT_FOUND', name));
const { catalog } = assetsOf(assetsAt('/bulkhead/'));
const { signal } = new AbortController();

test('an owner’s worker starts with its first check, and ends with its last tool', async () => {
  const registry = newRegistry();
  const checks = new ArgumentChecks(catalog, registry);
  registry.put(info('one'), nobody);
  registry.put(info('one', 'one_more'), nobody);
  registry.put(info('two'), nobody);
  expect(checks.live).toEqual([]);
  await checks.check(info('one'), '{"text":"a"}', 10_000, signal);
  const error = await failure(checks.check(info('two'), '{"text":"b"}', 10_000, signal));
  expect(error.code).toBe('TOOL_ARGUMENTS_INVALID');
  expect(checks.live).toEqual(['one', 'two']);
  registry.delete('one', info('one'));
  await Promise.resolve();
  expect(checks.live).toEqual(['one', 'two']);
  const endless = failure(checks.check(info('one'), JSON.stringify(ENDLESS), 60_000, signal));
  registry.delete('one_more', info('one'));
  expect((await endless).code).toBe('STOPPED');
  expect(checks.live).toEqual(['two']);
  checks.close();
  expect(checks.live).toEqual([]);
});

test('who gives up a check that is too slow does not leave the next one waiting', async () => {
  const registry = newRegistry();
  for (const owner of ['one', 'two', 'control']) registry.put(info(owner), nobody);
  const checks = new ArgumentChecks(catalog, registry);
  const check = (owner: string, args: string, of = signal, ms = 30_000) => checks.check(info(owner), args, ms, of);
  const [stop, end] = [new AbortController(), new AbortController()];
  const order: string[] = [];
  await check('one', '{}');
  // Its deadline comes before that of the other: it is first where the next check waits for a deadline.
  const control = failure(check('control', JSON.stringify(ENDLESS), end.signal, 10_000)).then(() =>
    order.push('control'),
  );
  const slow = failure(check('one', JSON.stringify(ENDLESS), stop.signal));
  // By the time that another worker has answered, this one is at it.
  await check('two', '{}');
  const reason = new Error('enough');
  stop.abort(reason);
  expect(await slow).toBe(reason);
  await check('one', '{"text":"a"}').then(() => order.push('one'));
  end.abort();
  await control;
  expect(order).toEqual(['one', 'control']);
  checks.close();
});

test('a worker that nobody needs is ended, and the next check starts another', async () => {
  const registry = newRegistry();
  registry.put(info('one'), nobody);
  const checks = new ArgumentChecks(catalog, registry, 1);
  await checks.check(info('one'), '{"text":"a"}', 10_000, signal);
  await expect.poll(() => checks.live).toEqual([]);
  await checks.check(info('one'), '{"text":"aa"}', 10_000, signal);
  checks.close();
});
