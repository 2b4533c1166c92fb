import { expect, test } from 'vitest';
import { offerWebMcp } from '../../../src/mcp/index.js';
import { failure, plainHost } from '../setup.js';

interface Given {
  readonly name: string;
  readonly title?: string;
  readonly execute: (input: object, call?: { signal: AbortSignal }) => Promise<unknown>;
}

/** The browser’s registry as its specification has it: registering resolves, and ends by a signal. */
function newContext() {
  const tools = new Map<string, Given>();
  const registerTool = async (tool: Given, { signal }: { signal: AbortSignal }) => {
    if (tools.has(tool.name)) throw new DOMException(`${tool.name} is taken`, 'InvalidStateError');
    tools.set(tool.name, tool);
    signal.addEventListener('abort', () => tools.delete(tool.name));
  };
  return { tools, context: { registerTool } };
}

/** The one before it: nothing is returned, and a tool is taken out by its name. */
function oldContext() {
  const tools = new Map<string, Given>();
  const registerTool = (tool: Given) => {
    if (tools.has(tool.name)) throw new DOMException(`${tool.name} is taken`, 'InvalidStateError');
    tools.set(tool.name, tool);
  };
  const unregisterTool = (name: string) => void tools.delete(name);
  return { tools, context: { registerTool, unregisterTool } };
}

function install(owner: object, context: unknown): Disposable {
  Object.defineProperty(owner, 'modelContext', { value: context, configurable: true });
  return { [Symbol.dispose]: () => Reflect.deleteProperty(owner, 'modelContext') };
}

const READ = {
  name: 'look',
  displayName: 'Look',
  mode: 'read' as const,
  exec: ({ at }: Record<string, unknown>) => ({ at }),
};
const WRITE = { name: 'wipe', mode: 'write' as const, exec: () => 'wiped' };

test('where the browser has none it is absent, and nothing throws', async () => {
  await using host = plainHost();
  using offer = offerWebMcp(host);
  host.tools.register(READ, { owner: 'page' });
  expect([offer.state, offer.tools, offer.refused]).toEqual(['absent', [], []]);
  offer.dispose();
  expect(offer.state).toBe('absent');
});

for (const [what, owner, make] of [
  ['the document’s', document, newContext],
  ['the navigator’s', navigator, oldContext],
] as const) {
  test(`${what} registry has the tools that read, follows the host’s, and is left as it was`, async () => {
    await using host = plainHost();
    const { tools, context } = make();
    using _installed = install(owner, context);
    host.tools.register(READ, { owner: 'page' });
    host.tools.register(WRITE, { owner: 'page' });
    const offer = offerWebMcp(host);
    expect(offer.state).toBe('offered');
    expect([...tools.keys()]).toEqual(['look']);
    expect(await tools.get('look')?.execute({ at: 'home' })).toEqual({ at: 'home' });
    const changed = new Promise<void>((resolve) => host.tools.onChange(() => resolve()));
    const listen = host.tools.register({ ...READ, name: 'listen' }, { owner: 'page' });
    host.tools.register({ ...READ, displayName: 'Look around' }, { owner: 'page' });
    await changed;
    expect(Array.from(tools.values(), ({ name, title }) => [name, title])).toEqual([
      ['look', 'Look around'],
      ['listen', 'Look'],
    ]);
    const removed = new Promise<void>((resolve) => host.tools.onChange(() => resolve()));
    listen.unregister();
    await removed;
    expect(offer.tools).toEqual(['look']);
    offer.dispose();
    expect([...tools.keys()]).toEqual([]);
    expect(offer.state).toBe('ended');
  });
}

test('a name that the browser does not take is told, and the others stay', async () => {
  await using host = plainHost();
  const { tools, context } = newContext();
  using _installed = install(document, context);
  await context.registerTool({ name: 'look', execute: async () => 'mine' }, { signal: new AbortController().signal });
  host.tools.register(READ, { owner: 'page' });
  host.tools.register({ ...READ, name: 'listen' }, { owner: 'page' });
  using offer = offerWebMcp(host);
  await expect.poll(() => offer.refused.map(({ name }) => name)).toEqual(['look']);
  expect(offer.tools).toEqual(['listen']);
  offer.dispose();
  expect([...tools.keys()]).toEqual(['look']);
});

test('an agent that gives up, and a tool that is taken back, end the call', async () => {
  await using host = plainHost();
  const { tools, context } = newContext();
  using _installed = install(document, context);
  host.tools.register({ name: 'wait', mode: 'read', exec: () => new Promise(() => {}) }, { owner: 'page' });
  using offer = offerWebMcp(host);
  const stop = new AbortController();
  const reason = new Error('enough');
  const call = tools.get('wait')?.execute({}, { signal: stop.signal });
  stop.abort(reason);
  await expect(call).rejects.toBe(reason);
  const other = tools.get('wait')?.execute({});
  offer.dispose();
  expect((await failure(other ?? Promise.resolve())).message).toBe('the tool is gone');
});
