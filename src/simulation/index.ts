export { checkChatReads } from './chat-overlay.js';
export { type MemoryEnd, Simulation } from './simulation.js';
