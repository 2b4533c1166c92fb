import {
  type EngineToolRuntime,
  type ForkContextFn,
  ForkProfileRegistryImpl,
  InMemoryStorageAdapter,
  type Message,
  Session,
  type SessionForkOptions,
  StelloEngineImpl,
} from '../../../src/engine/index.js';
import { picked, whole } from '../keys.js';
import { profileOf, skillsOf } from './lists.js';
import { type Case, given, outcome } from './values.js';
import { contextOf, saidToDo } from './words.js';

type Event = Record<string, unknown>;

/** What a case says of an engine's parts. */
export interface Setup {
  readonly profiles?: Profiles;
  /** Says that a child may not be made, and why. */
  readonly splitGuard?: string;
  readonly createChild?: string;
  /** `absent`, or what it throws. */
  readonly sessionFork?: string;
  readonly onSessionFork?: string;
  readonly hookThrows?: string;
  readonly skills?: readonly string[];
  readonly allowedSkills?: readonly string[];
}

/** What is no word of a case but a part of the engine. */
interface Parts {
  readonly tools?: EngineToolRuntime;
  readonly send?: () => Promise<string>;
  /** The session offers to be told its tools. */
  readonly tellsTools?: boolean;
}

/** Does what words say; nothing for none. */
function does(words: string | undefined, message: string): void {
  if (words === undefined) return;
  const work = saidToDo(words, message);
  if (!work) throw new Error(`unknown: setup, “${words}”`);
  work();
}

/** An engine over a session and a tree that only write down what they are asked for. */
export function tracedEngine(setup: Setup, { tools, send = async () => '{}', tellsTools = false }: Parts = {}) {
  const trace: Event[] = [];
  const forkOptions: unknown[] = [];
  const createChild: unknown[] = [];
  let made = 0;
  const { splitGuard, createChild: creating, sessionFork, onSessionFork, hookThrows } = setup;
  const guard = splitGuard === undefined ? undefined : /^blocks(?: "(.*)")?$/.exec(splitGuard);
  if (guard === null) throw new Error(`unknown: setup.splitGuard ${splitGuard}`);
  const forks = {
    fork: async (options: { readonly id?: string | undefined }) => {
      trace.push({ ev: 'session.fork', id: options.id });
      forkOptions.push(options);
      does(sessionFork, 'fork failed');
    },
  };
  const toldTools = {
    setTools: (list: readonly { readonly name: string }[]) => {
      trace.push({ ev: 'session.setTools', names: list.map(({ name }) => name) });
    },
  };
  const profiles = profilesOf(setup.profiles);
  const skills = setup.skills && skillsOf(setup.skills);
  const allowedSkills = whole(setup.allowedSkills);
  const engine = new StelloEngineImpl({
    session: {
      id: 'parent',
      send: async (input) => {
        trace.push({ ev: 'session.send', input });
        return send();
      },
      ...(sessionFork !== 'absent' && forks),
      ...(tellsTools && toldTools),
    },
    sessions: {
      createChild: async (child) => {
        trace.push({ ev: 'sessions.createChild', parentId: child.parentId, label: child.label });
        createChild.push(child);
        does(creating, 'tree locked');
        made += 1;
        return { id: `child-${made}`, label: child.label };
      },
    },
    ...{ tools, profiles, skills, allowedSkills },
    splitGuard: guard
      ? { checkCanSplit: async () => ({ canSplit: false, ...(guard[1] !== undefined && { reason: guard[1] }) }) }
      : undefined,
    hooks: hooksOf(trace, {
      ...(hookThrows !== undefined && { [hookThrows]: 'throws' }),
      ...(onSessionFork !== undefined && { onSessionFork }),
    }),
  } as ConstructorParameters<typeof StelloEngineImpl>[0]);
  return { engine, trace, forkOptions, createChild };
}

/** Hooks that are written down; of some, words say what else they do. */
function hooksOf(trace: Event[], words: Readonly<Record<string, string>>) {
  const hook = (name: string, more: (told: never) => object = () => ({})) => [
    name,
    (told: never) => {
      trace.push({ ev: `hook.${name}`, ...more(told) });
      does(words[name], 'hook blew up');
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
  for (const [name, profile] of Object.entries(written)) registry.register(name, profileOf(profile));
  return registry;
}

type Arguments = Record<string, unknown>;

export async function createSessionTool(one: Case): Promise<unknown> {
  const { args, setup } = given<{ args: Arguments; setup?: Setup }>(one);
  const { engine, ...told } = tracedEngine(setup ?? {});
  const result = await outcome(() => engine.executeTool('stello_create_session', whole(args)));
  return { result, ...told };
}

export async function contextResolution(one: Case): Promise<unknown> {
  const contextFn: ForkContextFn = (records) => records;
  const { profile, args } = given<{ profile?: Arguments; args?: Arguments }>(one);
  // A mark stands for the one function of this file.
  const meant = profile && { ...picked(profile, 'context'), ...(profile.contextFn !== undefined && { contextFn }) };
  const { engine, forkOptions, createChild } = tracedEngine(meant ? { profiles: { p: meant } } : {});
  const call = { label: 'c', ...(profile && { profile: 'p' }), ...whole(args) };
  const result = await outcome(() => engine.executeTool('stello_create_session', call));
  const { context } = Object(forkOptions[0]) as { context?: unknown };
  return {
    result,
    forkContext: context === contextFn ? { $function: 'contextFn' } : context,
    ...('created' in (one.expected as object) && { created: createChild.length }),
  };
}

export async function sessionFork(one: Case): Promise<unknown> {
  const { parent, options } = given<{
    parent: { archived?: boolean; systemPrompt?: string; records?: Message[] };
    options: Omit<SessionForkOptions, 'context'> & { context?: unknown };
  }>(one);
  const storage = new InMemoryStorageAdapter();
  const status = parent.archived ? 'archived' : 'active';
  const { systemPrompt, records = [] } = parent;
  await storage.put({ id: 'parent', label: 'P', systemPrompt, status, metadata: {}, createdAt: 0 }, whole(records));
  const wanted = picked(options, 'label', 'systemPrompt', 'prompt', 'upTo');
  const context = contextOf(options.context) as SessionForkOptions['context'];
  return outcome(async () => {
    const session = new Session('parent', { storage });
    const child = await session.fork({ ...wanted, id: 'kid', context });
    const { label } = await child.meta();
    return { id: child.id, label, systemPrompt: await child.systemPrompt(), records: await child.messages() };
  });
}
