import type { Skill, SkillRouter } from '../engine/index.js';
import type { Host } from '../index.js';

/** The skills of a host that are switched on, and those of the chat itself: models read them by `activate_skill`. */
export class ChatSkills implements SkillRouter {
  readonly #host: Pick<Host, 'skills'>;
  readonly #own = new Map<string, Skill>();

  constructor(host: Pick<Host, 'skills'>, own: readonly Skill[]) {
    this.#host = host;
    for (const skill of own) this.register(skill);
  }

  register(skill: Skill): void {
    this.#own.set(skill.name, skill);
  }

  get(name: string): Skill | undefined {
    return this.getAll().find((skill) => skill.name === name);
  }

  getAll(): Skill[] {
    const host = this.#host.skills.list().filter(({ enabled, name }) => enabled && !this.#own.has(name));
    return [
      ...this.#own.values(),
      ...host.map(({ name, description, tool, parameters }) => ({
        name,
        description,
        content: `${description}\n\nCall the tool "${tool}" for it. Its arguments, as JSON Schema: ${JSON.stringify(parameters)}`,
      })),
    ];
  }
}

/** The tools of skills that are off: who may not read how a thing is done may not do it either. */
export const toolsOf = (host: Pick<Host, 'skills'>, off: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(off.size === 0 ? [] : host.skills.list().flatMap(({ name, tool }) => (off.has(name) ? [tool] : [])));

/** Those of a list that a whitelist names; all where there is none. */
export const allowedOf = (names: readonly string[], allowed: readonly string[] | undefined): readonly string[] =>
  allowed ? names.filter((name) => allowed.includes(name)) : names;
