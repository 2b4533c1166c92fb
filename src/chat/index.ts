import { IndexedDbStorageAdapter, type Skill, type StorageAdapter } from '../engine/index.js';
import type { ProfileStore } from '../engine/internal.js';
import type { Host } from '../index.js';
import { ChatRoom } from './chat.js';

export { ChatRoom } from './chat.js';
export { CHAT_PROFILES } from './mode-profiles.js';
export type * from './types.js';

/** What a chat is opened with. */
export interface ChatOptions {
  /** Without `memory`, nothing can be remembered. */
  readonly host: Pick<Host, 'tools' | 'skills' | 'orchestrator'> & Partial<Pick<Host, 'memory'>>;
  /** Default: IndexedDB. */
  readonly storage?: StorageAdapter;
  /** Skills of the chat itself, beside those of the host. */
  readonly skills?: readonly Skill[];
  /** The instructions for the model of a new session. */
  readonly systemPrompt?: string;
  /** Milliseconds, from any moment on. Default: `performance.now`. */
  readonly now?: () => number;
  /** Profiles of modes that were saved. Default: the browser’s. */
  readonly profiles?: ProfileStore;
}

const PROMPT =
  'You talk with a user. Use tools where they help. Some of them the user is asked about first: when a call was refused, do not make it again; say what you could not do.';

/** Opens the conversations that are kept, over the tools of a host: its plugins' run as guests, and are asked about as ever. */
export async function openChat(options: ChatOptions): Promise<ChatRoom> {
  const {
    host,
    storage = new IndexedDbStorageAdapter(),
    skills = [],
    systemPrompt = PROMPT,
    now = () => performance.now(),
    profiles,
  } = options;
  const chat = new ChatRoom({ host, storage, skills, systemPrompt, now, profiles });
  await chat.begin();
  return chat;
}
