import * as z from 'zod';
import {
  buildSessionToolList,
  createSkillToolDefinition,
  type Entry,
  executeSkillTool,
  FilteredSkillRouter,
  type ForkProfile,
  ForkProfileRegistryImpl,
  type Result,
  resolveSystemPrompt,
  SkillRouterImpl,
  StelloEngineImpl,
  ToolRegistryImpl,
  tool,
} from '../../../src/engine/index.js';
import { picked, whole } from '../keys.js';
import { type Case, given, outcome } from './values.js';
import { contextOf, promptOf, saidToDo } from './words.js';

const EMPTY = { type: 'object', properties: {} };

/** Skills `a`, `b` and `c`, or others. */
export function skillsOf(names: readonly string[]): SkillRouterImpl {
  const router = new SkillRouterImpl();
  for (const name of names) router.register({ name, description: `d ${name}`, content: `body ${name}` });
  return router;
}

const registryOf = (names: readonly string[]) =>
  new ToolRegistryImpl(
    names.map((name) => ({
      name,
      description: `u ${name}`,
      parameters: EMPTY,
      execute: async () => ({ success: true, data: 1 }),
    })),
  );

function profilesOf(names: readonly string[] | undefined): ForkProfileRegistryImpl | undefined {
  if (!names) return undefined;
  const registry = new ForkProfileRegistryImpl();
  for (const name of names) registry.register(name, {});
  return registry;
}

const anEngine = (options: object) =>
  new StelloEngineImpl({
    session: { id: 'parent', send: async () => '{"content":null,"toolCalls":[]}' },
    sessions: { createChild: async ({ label }) => ({ id: 'child-1', label }) },
    ...options,
  });

export function toolList(one: Case): unknown {
  const { operation } = one;
  const inputs = given<{ skills?: string[]; profiles?: string[]; userTools?: string[] }>(one);
  const { userTools = [] } = inputs;
  const skills = skillsOf(inputs.skills ?? []);
  const profiles = profilesOf(inputs.profiles);
  if (operation.startsWith('buildSessionToolList')) {
    return outcome(() => buildSessionToolList(registryOf(userTools), skills, profiles));
  }
  if (operation.startsWith('createSkillToolDefinition')) {
    return outcome(() => {
      const { description, ...rest } = createSkillToolDefinition(skills);
      return { ...rest, descriptionMentions: skills.getAll().map(({ name }) => description.includes(`d ${name}`)) };
    });
  }
  return outcome(() => {
    const defs = anEngine({ tools: registryOf(userTools), skills, profiles }).getToolDefinitions();
    const { properties = {} } = Object(defs[0]?.parameters) as { properties?: Record<string, { enum?: unknown }> };
    return {
      names: defs.map(({ name }) => name),
      createSessionProperties: Object.keys(properties),
      profileEnum: properties.profile?.enum,
    };
  });
}

export async function activateSkill(one: Case): Promise<unknown> {
  const { operation } = one;
  const args = whole(given<{ args: Record<string, unknown> }>(one).args);
  const skills = skillsOf(['a', 'b', 'c']);
  if (operation.startsWith('SkillRouterImpl')) {
    const router = new SkillRouterImpl();
    for (const [name, text] of [
      ['a', '1'],
      ['b', ''],
      ['a', '2'],
    ] as const) {
      router.register({ name, description: text, content: text });
    }
    return { getAll: router.getAll() };
  }
  if (operation.startsWith('executeSkillTool')) return outcome(() => executeSkillTool(skills, args));
  return outcome(() => anEngine({ skills }).executeTool('activate_skill', args));
}

export async function whitelist(one: Case): Promise<unknown> {
  const { operation } = one;
  const inputs = given<{ allow?: string[]; whitelist?: string[]; globalSkills?: string[] }>(one);
  const source = skillsOf(inputs.globalSkills ?? ['a', 'b', 'c']);
  const names = (router: { getAll(): { name: string }[] }) => router.getAll().map(({ name }) => name);
  if (operation.startsWith('FilteredSkillRouter')) {
    const view = new FilteredSkillRouter(source, new Set(inputs.allow));
    return {
      getAll: names(view),
      getA: view.get('a'),
      getC: view.get('c'),
      register: await outcome(() => view.register()),
    };
  }
  if (operation.startsWith('skill registered')) {
    const view = new FilteredSkillRouter(source, new Set(inputs.allow));
    source.register({ name: 'late', description: '', content: 'x' });
    return { getAll: names(view) };
  }
  const engine = anEngine({ skills: source, allowedSkills: whole(inputs.whitelist) });
  const activate = (name: string) => outcome(() => engine.executeTool('activate_skill', { name }));
  const { description = '' } = engine.getToolDefinitions().find(({ name }) => name === 'activate_skill') ?? {};
  return {
    names: engine.getToolDefinitions().map(({ name }) => name),
    visibleToEngine: names(source).filter((name) => description.includes(`d ${name}`)),
    activateA: await activate('a'),
    activateB: await activate('b'),
  };
}

const answer = async () => ({ content: [] });

/** An argument of `tool()` as a case writes it: text of an expression, where it is no name; `z` is zod. */
const argumentOf = (written: unknown): unknown =>
  typeof written === 'string' ? new Function('z', `return (${written});`)(z) : whole(written);

/** A tool made of the arguments of a case: name, description, schema; a function or not; what is said of it beside. */
function madeOf([name, description, schema = '{}', ...more]: readonly unknown[]) {
  const others = more.map(argumentOf).filter((one) => one !== undefined && one !== null);
  const [execute = answer] = others.filter((one) => typeof one === 'function');
  const [extras, tooMany] = others.filter((one) => typeof one !== 'function');
  if (tooMany !== undefined) throw new Error('unknown: more arguments of tool()');
  return tool(
    name as string,
    description as string,
    argumentOf(schema) as never,
    execute as typeof answer,
    extras as object,
  );
}

export async function toolFactory({ operation, inputs }: Case): Promise<unknown> {
  if (operation.startsWith('tool.inputSchema')) {
    const { inputSchema } = tool('t', 'd', z.object({ a: z.number() }), answer);
    const { success, data, error } = (inputSchema as unknown as z.ZodType).safeParse(whole(inputs));
    const issues = error?.issues.map(({ code, path }) => ({ code, path }));
    return { returns: { success, ...(success ? { data } : { issues }) } };
  }
  return outcome(() => {
    const made = madeOf(inputs as readonly unknown[]);
    const { def } = (made.inputSchema as unknown as { _zod: { def: { type: string } } })._zod;
    const kind = `Zod${def.type[0]?.toUpperCase()}${def.type.slice(1)}`;
    const { name, description, annotations } = made;
    return { keys: Object.keys(made).sort(), name, description, annotations, inputSchemaKind: kind };
  });
}

/** What a step's entry does, said in words; without words it tells who it is. */
function scripted(name: string, by: string, script: string | undefined): Entry['execute'] {
  if (script === undefined) return async (args) => ({ success: true, data: { by: by || name, args } });
  const does = saidToDo(script);
  if (!does) throw new Error(`unknown: a script said to be “${script}”`);
  return async () => does() as Result;
}

/** A step on a registry. */
interface Step {
  readonly op: string;
  readonly name: string;
  readonly args?: Record<string, unknown>;
  readonly entry?: { readonly by?: string; readonly description?: string; readonly parameters?: Entry['parameters'] };
  readonly script?: string;
}

export async function toolRegistry(one: Case): Promise<unknown> {
  const inputs = given<{ steps: readonly Step[] }>(one);
  const registry = new ToolRegistryImpl();
  const perStep: unknown[] = [];
  for (const { op, name, args, entry, script } of inputs.steps) {
    const steps: { readonly [op: string]: () => unknown } = {
      register: () => {
        const { by = '', description = `desc ${name}`, parameters = EMPTY } = entry ?? {};
        registry.register({ name, description, parameters: whole(parameters), execute: scripted(name, by, script) });
      },
      execute: () => registry.executeTool(name, whole(args) ?? {}),
      names: () => registry.getAll().map((one) => one.name),
      defs: () => registry.getToolDefinitions(),
      get: () => {
        const found = registry.get(name);
        return found && { name: found.name, description: found.description };
      },
      sessionList: () => buildSessionToolList(registry).filter((one) => one.name !== 'stello_create_session'),
    };
    const step = steps[op];
    if (!step) throw new Error(`unknown: a step ${op}`);
    perStep.push(await outcome(step));
  }
  return { perStep };
}

/** Fields of a profile that cases know. */
export function profileOf(written: { readonly [field: string]: unknown }): ForkProfile {
  const fields = picked(written, 'systemPromptMode', 'llm', 'tools', 'context', 'skills', 'prompt');
  const { systemPrompt, contextFn } = written;
  return {
    ...fields,
    ...('systemPrompt' in written && { systemPrompt: promptOf(systemPrompt) }),
    ...(contextFn !== undefined && { contextFn: contextOf(contextFn) }),
  } as ForkProfile;
}

export function promptComposition(one: Case): unknown {
  const { profile, llmPrompt, vars } = given<{
    profile?: { readonly [field: string]: unknown };
    llmPrompt?: string;
    vars?: Record<string, string>;
  }>(one);
  return outcome(() => resolveSystemPrompt(profile && profileOf(profile), llmPrompt, whole(vars)));
}
