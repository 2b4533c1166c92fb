export { SkillBase, type SkillBaseOptions } from './skill-base.js';
