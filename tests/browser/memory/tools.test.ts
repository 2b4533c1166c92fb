import { expect, test } from 'vitest';
import type { MemorySession } from '../../../src/memory/session-types.js';
import { loadMemoryTools } from '../../../src/memory/tools/load-tools.js';
import { openTestSession } from '../../fixtures/memory/open-test-session.js';
import { STORY } from '../../fixtures/memory/story.js';
import { content } from '../orchestrator/setup.js';
import { testHost } from '../setup.js';

/** A host with the memory tools, and the sessions that they opened. */
async function memoryHost() {
  const host = testHost();
  const opened: MemorySession[] = [];
  const { registerMemoryTools } = await loadMemoryTools();
  registerMemoryTools(host.orchestrator.registerOrchestrationTool, async () => {
    const session = await openTestSession(STORY);
    opened.push(session);
    return session;
  });
  return { host, opened };
}

test('R13 the memory graph registers its tools by the API: all fifteen, for nobody else', async () => {
  const { host } = await memoryHost();
  await using _host = host;
  const names = host.orchestrator.listExtensionTools().map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('memory_'))).toHaveLength(15);
  for (const name of names) {
    expect(() => host.orchestrator.registerOrchestrationTool({ name, mode: 'read', exec: () => 1 })).toThrow(
      expect.objectContaining({ code: 'NAME_RESERVED' }),
    );
  }
});

test('C04 a run opens one session, at its first memory call, and has it on its context', async () => {
  const { host, opened } = await memoryHost();
  await using _host = host;
  await using run = await host.orchestrator.openRun();
  expect(run.ctx.__memoryGraphSession).toBeUndefined();
  const call = async (name: string, args: object = {}) =>
    content(await host.orchestrator.dispatch({ name, arguments: args }, run));
  expect(await call('memory_schema')).toMatchObject({ ok: true });
  expect(await call('memory_node_edit', { node_id: 'alice', title: 'Alice II' })).toEqual({ ok: true });
  expect(await call('memory_find_by_name', { query: 'alice ii' })).toMatchObject({
    data: { matches: [{ id: 'alice' }] },
  });
  expect(opened).toHaveLength(1);
  expect(Object.hasOwn(run.ctx, '__memoryGraphSession')).toBe(true);
  expect(run.ctx.__memoryGraphSession).toBe(opened[0]);
});

test('in a review the tools only pretend, and later calls may use what was made up', async () => {
  const { host, opened } = await memoryHost();
  await using _host = host;
  await host.orchestrator.withReview(async (review) => {
    await using run = await host.orchestrator.openRun({ review });
    const call = async (name: string, args: object) =>
      content(await host.orchestrator.dispatch({ name, arguments: args }, run));
    const made = await call('memory_node_create', { type: 'event', title: 'A fight' });
    expect(made).toEqual({ ok: true, simulated: true, id: expect.stringMatching(/^n-sim-/) });
    const links = [{ target_node_id: 'alice', relation: 'about' }];
    const { id } = made as unknown as { id: string };
    expect(await call('memory_link_upsert', { source_node_id: id, links })).toMatchObject({ ok: true, applied: 1 });
    expect(await call('memory_node_edit', { node_id: 'nobody' })).toMatchObject({
      ok: false,
      simulated: true,
      code: 'MEMORY_NODE_EDIT_NODE_NOT_FOUND',
    });
  });
  expect((await opened[0]?.findByName({ query: 'A fight' }))?.matches).toEqual([]);
});

test('arguments that miss the schema never reach the graph', async () => {
  const { host, opened } = await memoryHost();
  await using _host = host;
  await using run = await host.orchestrator.openRun();
  for (const args of [{}, { node_id: 1 }, { node_id: 'alice', more: true }]) {
    const answer = content(await host.orchestrator.dispatch({ name: 'memory_node_brief', arguments: args }, run));
    expect(answer).toMatchObject({ ok: false, code: 'TOOL_ARGUMENTS_INVALID' });
  }
  expect(opened).toHaveLength(0);
});
