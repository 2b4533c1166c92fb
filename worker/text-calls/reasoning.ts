import type { ReasoningTag } from './dialect.js';

const tag = (name: string): ReasoningTag => ({ open: `<${name}>`, close: `</${name}>` });

/** Between these a model thinks, whatever its dialect: calls there are text. */
export const REASONING: readonly ReasoningTag[] = ['think', 'thinking', 'thought', 'reasoning', 'seed:think'].map(tag);
