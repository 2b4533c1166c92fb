import type { Host } from '../index.js';
import type { ChatRoom } from './chat.js';
import { ModelConnection } from './connection.js';
import { type ChatExample, ExamplePlayer } from './example.js';
import { type ChatOptions, openChat } from './index.js';

/** All that a page shows of chats: conversations, the page's model, and an example. */
export interface ChatController {
  readonly room: ChatRoom;
  readonly models: ModelConnection;
  readonly example: ExamplePlayer | null;
}

/** What a controller is opened with. */
export interface ControllerOptions extends Omit<ChatOptions, 'host'> {
  readonly host: Host;
  readonly example?: ChatExample;
  /** Waits between two words of the example. */
  readonly pace?: () => Promise<void>;
}

export { readExample } from './example.js';

/** Opens the conversations of a host, with its model where one is saved. */
export async function openController({ host, example, pace, ...options }: ControllerOptions): Promise<ChatController> {
  const room = await openChat({ host, ...options });
  const models = new ModelConnection(room, host);
  const player = example ? new ExamplePlayer(room, host, example, pace) : null;
  await Promise.all([models.load(), player?.look()]);
  return { room, models, example: player };
}
