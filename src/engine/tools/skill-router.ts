import type { Def, Result, Skill, SkillRouter } from '../base/types.js';
import { messageOf } from './result.js';

/** The name of the built-in tool by which a model reads a skill. */
export const ACTIVATE_SKILL = 'activate_skill';

/**
 * Skills by exact names, in the order of registration. A name that is registered again keeps its place.
 *
 * @example
 * import { SkillRouterImpl } from 'bulkhead/engine';
 * const skills = new SkillRouterImpl();
 * skills.register({ name: 'haggling', description: 'How to talk about prices.', content: 'Never go below ten.' });
 */
export class SkillRouterImpl implements SkillRouter {
  readonly #skills = new Map<string, Skill>();

  register(skill: Skill): void {
    this.#skills.set(skill.name, skill);
  }

  get(name: string): Skill | undefined {
    return this.#skills.get(name);
  }

  getAll(): Skill[] {
    return [...this.#skills.values()];
  }
}

/**
 * A live view of some of the skills of another router, in that one's order.
 *
 * @example
 * import { FilteredSkillRouter, SkillRouterImpl } from 'bulkhead/engine';
 * const all = new SkillRouterImpl();
 * const skills = new FilteredSkillRouter(all, new Set(['haggling']));
 */
export class FilteredSkillRouter implements SkillRouter {
  readonly #source: Pick<SkillRouter, 'get' | 'getAll'>;
  readonly #allowed: ReadonlySet<string>;

  constructor(source: Pick<SkillRouter, 'get' | 'getAll'>, allowed: ReadonlySet<string>) {
    this.#source = source;
    this.#allowed = allowed;
  }

  /** @throws always: a view has no skills of its own. */
  register(): never {
    throw new Error('Cannot register skills on a filtered view');
  }

  get(name: string): Skill | undefined {
    return this.#allowed.has(name) ? this.#source.get(name) : undefined;
  }

  getAll(): Skill[] {
    return this.#source.getAll().filter(({ name }) => this.#allowed.has(name));
  }
}

/**
 * The description of `activate_skill`: names and descriptions of all skills that the model may read.
 *
 * @example
 * import { createSkillToolDefinition, SkillRouterImpl } from 'bulkhead/engine';
 * const skills = new SkillRouterImpl();
 * skills.register({ name: 'haggling', description: 'How to talk about prices.', content: 'Never go below ten.' });
 * const { name, description } = createSkillToolDefinition(skills);
 */
export function createSkillToolDefinition(router: Pick<SkillRouter, 'getAll'>): Def {
  const skills = router.getAll().map(({ name, description }) => `- ${name}: ${description}`);
  return {
    name: ACTIVATE_SKILL,
    description:
      skills.length === 0
        ? 'Reads a skill by its name. No skills are registered.'
        : `Reads a skill by its name: what it says holds from then on. Skills:\n${skills.join('\n')}`,
    parameters: {
      type: 'object',
      properties: { name: { type: 'string', description: 'The exact name of the skill' } },
      required: ['name'],
    },
  };
}

/**
 * Answers a call of `activate_skill`: the skill's content, or that there is none of this name.
 *
 * @example
 * import { executeSkillTool, SkillRouterImpl } from 'bulkhead/engine';
 * const skills = new SkillRouterImpl();
 * skills.register({ name: 'haggling', description: 'How to talk about prices.', content: 'Never go below ten.' });
 * const { success, data } = executeSkillTool(skills, { name: 'haggling' });
 */
export function executeSkillTool(router: Pick<SkillRouter, 'get'>, { name }: { readonly name?: unknown }): Result {
  const skill = typeof name === 'string' ? router.get(name) : undefined;
  return skill
    ? { success: true, data: skill.content }
    : { success: false, error: `Skill "${messageOf(name)}" not found` };
}
