import type { MakePart } from '../platform.js';

export const make: MakePart = () => ({});
