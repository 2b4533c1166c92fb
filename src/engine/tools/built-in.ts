import type { Entry, SkillRouter } from '../base/types.js';
import { createSkillToolDefinition, executeSkillTool } from './skill-router.js';
import { createSessionToolDefinition } from './tool-list.js';

/**
 * `stello_create_session` as an entry, for a registry that names all of its tools. An engine answers the calls itself, so that
 * this one is only told of; by itself it says that.
 */
export const createSessionTool = (): Entry => ({
  ...createSessionToolDefinition(),
  execute: async () => ({ success: false, error: 'only an engine makes sessions' }),
});

/** `activate_skill` as an entry, for a registry that names all of its tools. */
export const activateSkillTool = (router: SkillRouter): Entry => ({
  ...createSkillToolDefinition(router),
  execute: async (args) => executeSkillTool(router, args),
});
