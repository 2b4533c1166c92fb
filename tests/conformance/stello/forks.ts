import {
  type ForkContextFn,
  type ForkProfile,
  ForkProfileRegistryImpl,
  InMemoryStorageAdapter,
  type Message,
  Session,
  type SessionForkOptions,
  StelloEngineImpl,
} from '../../../src/engine/index.js';
import { template } from './lists.js';
import { type Case, given, outcome } from './values.js';

type Event = Record<string, unknown>;

/** An engine over a session and a tree that only write down what they are asked for. */
export function tracedEngine(setup: Record<string, unknown> = {}, send: () => Promise<string> = async () => '{}') {
  const trace: Event[] = [];
  const forkOptions: unknown[] = [];
  const createChild: unknown[] = [];
  let made = 0;
  const guard = /blocks(?: "(.*)")?/.exec(String(setup.splitGuard ?? ''));
  const engine = new StelloEngineImpl({
    session: {
      id: 'parent',
      send: async (input) => {
        trace.push({ ev: 'session.send', input });
        return send();
      },
      fork: async (options) => {
        trace.push({ ev: 'session.fork', id: options.id });
        forkOptions.push(options);
      },
    },
    sessions: {
      createChild: async (child) => {
        trace.push({ ev: 'sessions.createChild', parentId: child.parentId, label: child.label });
        createChild.push(child);
        if (setup.createChild === 'throws') throw new Error('tree locked');
        made += 1;
        return { id: `child-${made}`, label: child.label };
      },
    },
    ...setup,
    splitGuard: guard
      ? { checkCanSplit: async () => ({ canSplit: false, ...(guard[1] !== undefined && { reason: guard[1] }) }) }
      : undefined,
    hooks: hooksOf(trace, setup.hookThrows),
  } as ConstructorParameters<typeof StelloEngineImpl>[0]);
  return { engine, trace, forkOptions, createChild };
}

function hooksOf(trace: Event[], throwing: unknown) {
  const hook = (name: string, more: (told: never) => object = () => ({})) => [
    name,
    (told: never) => {
      trace.push({ ev: `hook.${name}`, ...more(told) });
      if (throwing === name) throw new Error('hook blew up');
    },
  ];
  return Object.fromEntries([
    hook('onMessageReceived'),
    hook('onRoundStart'),
    hook('onAssistantReply'),
    hook('onRoundEnd'),
    hook('onToolCall', ({ toolCall }: { toolCall: { name: string } }) => ({ tool: toolCall.name })),
    hook('onToolResult', ({ result }: { result: { toolName: string; success: boolean } }) => ({
      tool: result.toolName,
      success: result.success,
    })),
    hook('onSessionFork', ({ parentId, child }: { parentId: string; child: { id: string } }) => ({
      parentId,
      child: child.id,
    })),
    hook('onError', ({ source, error }: { source: string; error: Error }) => ({ source, message: error.message })),
  ]);
}

type Profiles = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Profiles as cases write them. */
function profilesOf(written: Profiles | undefined): ForkProfileRegistryImpl | undefined {
  if (!written) return undefined;
  const registry = new ForkProfileRegistryImpl();
  for (const [name, profile] of Object.entries(written)) {
    const { $template, $function } = Object(profile.systemPrompt) as { $template?: string; $function?: string };
    const text = $template ?? $function;
    registry.register(name, {
      ...profile,
      ...(text !== undefined && { systemPrompt: template(text) }),
    } as ForkProfile);
  }
  return registry;
}

type Arguments = Record<string, unknown>;

export async function createSessionTool(one: Case): Promise<unknown> {
  const { args, setup } = given<{ args: Arguments; setup: Arguments & { readonly profiles?: Profiles } }>(one);
  const { engine, ...told } = tracedEngine({ ...setup, profiles: profilesOf(setup.profiles) });
  const result = await outcome(() => engine.executeTool('stello_create_session', args));
  return { result, ...told };
}

export async function contextResolution(one: Case): Promise<unknown> {
  const contextFn: ForkContextFn = (records) => records;
  const { profile, args } = given<{ profile?: Arguments; args?: Arguments }>(one);
  const meant = profile && { ...profile, ...(Boolean(profile.contextFn) && { contextFn }) };
  const { engine, forkOptions, createChild } = tracedEngine({ profiles: profilesOf(meant && { p: meant }) });
  const call = { label: 'c', ...(profile && { profile: 'p' }), ...args };
  const result = await outcome(() => engine.executeTool('stello_create_session', call));
  const { context } = Object(forkOptions[0]) as { context?: unknown };
  return {
    result,
    forkContext: context === contextFn ? { $function: 'contextFn' } : context,
    ...('created' in (one.expected as object) && { created: createChild.length }),
  };
}

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five'];

/** What words say of a function, or what is no function. */
function contextOf(written: unknown): unknown {
  const { $function: words } = Object(written) as { $function?: string };
  if (words === undefined) return written;
  const thrown = /(?:throws|rejects)[^"]*"(.*)"/.exec(words);
  if (thrown) return () => Promise.reject(new Error(thrown[1]));
  const [, which, count = 'one'] = /\b(first|last)(?: (\w+))?/.exec(words) ?? [];
  const many = /^\d+$/.test(count) ? Number(count) : Math.max(1, COUNTS.indexOf(count));
  if (which === 'last') return (records: Message[]) => records.slice(-many);
  if (which === 'first') return (records: Message[]) => records.slice(0, many);
  if (/\buser/.test(words)) return (records: Message[]) => records.filter(({ role }) => role === 'user');
  if (/\b(empty|nothing|no records)\b|\[\]/.test(words)) return () => [];
  throw new Error(`an unknown function: ${words}`);
}

export async function sessionFork(one: Case): Promise<unknown> {
  const { parent, options } = given<{
    parent: { archived?: boolean; systemPrompt?: string; records?: Message[] };
    options: Omit<SessionForkOptions, 'context'> & { context?: unknown };
  }>(one);
  const storage = new InMemoryStorageAdapter();
  const status = parent.archived ? 'archived' : 'active';
  const kept = {
    id: 'parent',
    label: 'P',
    systemPrompt: parent.systemPrompt,
    status,
    metadata: {},
    createdAt: 0,
  } as const;
  await storage.put(kept, parent.records ?? []);
  return outcome(async () => {
    const session = new Session('parent', { storage });
    const context = contextOf(options.context) as SessionForkOptions['context'];
    const child = await session.fork({ ...options, id: 'kid', context });
    const { label } = await child.meta();
    return { id: child.id, label, systemPrompt: await child.systemPrompt(), records: await child.messages() };
  });
}
