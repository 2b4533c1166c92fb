import type { Def, EngineToolRuntime, Entry, ForkProfileRegistry, LlmTool, SkillRouter } from '../base/types.js';
import { CREATE_SESSION_TOOL_NAME } from '../internal-compat.js';
import { ACTIVATE_SKILL, createSkillToolDefinition, executeSkillTool } from './skill-router.js';

/** The name of the built-in tool by which a model makes a child session. */

/** Reserved names. A user's tool with one of these names is never listed and never called. */
export const isBuiltIn = (name: string): boolean => name === CREATE_SESSION_TOOL_NAME || name === ACTIVATE_SKILL;

/**
 * The description of the tool that creates a session. It mentions profiles only if there are any.
 *
 * @example
 * import { createSessionToolDefinition, ForkProfileRegistryImpl } from 'bulkhead/engine';
 * const profiles = new ForkProfileRegistryImpl();
 * profiles.register('clerk', { systemPrompt: 'You write bills.' });
 * const { name, parameters } = createSessionToolDefinition(profiles);
 */
export function createSessionToolDefinition(profiles?: Pick<ForkProfileRegistry, 'listNames'>): Def {
  const names = profiles?.listNames() ?? [];
  const text = (description: string) => ({ type: 'string', description });
  return {
    name: CREATE_SESSION_TOOL_NAME,
    description: 'Makes a child session of this one, for a subject of its own.',
    parameters: {
      type: 'object',
      properties: {
        label: text('The name under which the child is shown'),
        systemPrompt: text('What the child is told to be and to do'),
        prompt: text('The first message of the child, said by itself'),
        context: {
          type: 'string',
          enum: ['none', 'inherit'],
          description: 'What it knows of this session: nothing, which is the default, or all that was said',
        },
        ...(names.length > 0 && {
          profile: { type: 'string', enum: names, description: 'The kind of child, of those that were prepared' },
          vars: {
            type: 'object',
            description: 'Values for the gaps in the prompt of the profile',
            additionalProperties: { type: 'string' },
          },
        }),
      },
      required: ['label'],
    },
  };
}

/** The built-in tools, in their order: `activate_skill` only where there is a skill. */
export function builtInDefinitions(
  skills?: Pick<SkillRouter, 'getAll'>,
  profiles?: Pick<ForkProfileRegistry, 'listNames'>,
): Def[] {
  const hasSkills = skills !== undefined && skills.getAll().length > 0;
  return [createSessionToolDefinition(profiles), ...(hasSkills ? [createSkillToolDefinition(skills)] : [])];
}

export const toLlmTool = ({ name, description, parameters }: Def): LlmTool => ({
  name,
  description,
  inputSchema: parameters,
});

/**
 * All tools of a session: the tool that creates a session, `activate_skill` where there is a skill, the user's. No name appears twice.
 *
 * @example
 * import { buildSessionToolList, SkillRouterImpl, ToolRegistryImpl } from 'bulkhead/engine';
 * const tools = buildSessionToolList(new ToolRegistryImpl(), new SkillRouterImpl());
 * console.log(tools.map(({ name }) => name));
 */
export function buildSessionToolList(
  registry: Pick<EngineToolRuntime, 'getToolDefinitions'>,
  skills?: Pick<SkillRouter, 'getAll'>,
  profiles?: Pick<ForkProfileRegistry, 'listNames'>,
): LlmTool[] {
  return [...builtInDefinitions(skills, profiles), ...userDefinitions(registry)].map(toLlmTool);
}

/** Returns the user's tools that a model may be shown. */
export const userDefinitions = (registry: Pick<EngineToolRuntime, 'getToolDefinitions'>): Def[] =>
  unionByName(registry.getToolDefinitions().filter(({ name }) => !isBuiltIn(name))) ?? [];

/**
 * Two lists as one: a name of both keeps its first place, and is the second's. `undefined` where there is neither.
 *
 * @example
 * import { unionByName } from 'bulkhead/engine';
 * const dice = unionByName([{ name: 'small', sides: 6 }], [{ name: 'large', sides: 20 }]);
 */
export function unionByName<T extends { readonly name: string }>(
  base?: readonly T[],
  override?: readonly T[],
): T[] | undefined {
  if (!base && !override) return undefined;
  return [...new Map([...(base ?? []), ...(override ?? [])].map((one) => [one.name, one])).values()];
}

/**
 * the tool that creates a session as an entry, for a registry that names all of its tools. An engine answers its calls itself.
 *
 * @example
 * import { createSessionTool, ToolRegistryImpl } from 'bulkhead/engine';
 * const tools = new ToolRegistryImpl();
 * tools.register(createSessionTool());
 */
export const createSessionTool = (): Entry => ({
  ...createSessionToolDefinition(),
  execute: async () => ({ success: false, error: 'only an engine makes sessions' }),
});

/**
 * `activate_skill` as an entry, for a registry that names all of its tools.
 *
 * @example
 * import { activateSkillTool, SkillRouterImpl, ToolRegistryImpl } from 'bulkhead/engine';
 * const tools = new ToolRegistryImpl();
 * tools.register(activateSkillTool(new SkillRouterImpl()));
 */
export const activateSkillTool = (router: SkillRouter): Entry => ({
  ...createSkillToolDefinition(router),
  execute: async (args) => executeSkillTool(router, args),
});
