import type { ChatFile, ChatMessage } from './chat-file.js';
import { createProse } from './prose.js';
import { createRandom } from './random.js';

/** What a generated chat is to look like. */
export interface ChatOptions {
  /** A whole number; the same one and the same options give the same chat. */
  readonly seed: number;
  /** How many messages: a greeting, then the user and the character in turn. */
  readonly messages: number;
  /** Share of the turns in Chinese, from 0 to 1. Default: 0.35. */
  readonly cjkShare?: number;
  /** Characters of an answer, about; a question is a third as long. Default: 400. */
  readonly charactersPerAnswer?: number;
  /** Share of the answers that were made anew once or twice. Default: 0.1. */
  readonly swipeShare?: number;
  readonly userName?: string;
  readonly characterName?: string;
}

const START = Date.UTC(2025, 0, 1, 20);
const MINUTE = 60_000;

/** A made-up chat in the shape of a SillyTavern chat file. Linear in its messages. */
export function generateChat(options: ChatOptions): ChatFile {
  const random = createRandom(options.seed);
  const prose = createProse(random);
  const { cjkShare = 0.35, charactersPerAnswer = 400, swipeShare = 0.1, userName = 'Traveller' } = options;
  const characterName = options.characterName ?? prose.person(random.chance(cjkShare));
  let isCjk = random.chance(cjkShare);
  const messages = Array.from({ length: options.messages }, (_, floor): ChatMessage => {
    const isUser = floor % 2 === 1;
    if (isUser) isCjk = random.chance(cjkShare);
    const length = Math.ceil((isUser ? charactersPerAnswer / 3 : charactersPerAnswer) * (0.5 + random.next()));
    const mes = prose.text(length, isCjk);
    const others = !isUser && random.chance(swipeShare) ? 1 + random.below(2) : 0;
    const swipes = [mes, ...Array.from({ length: others }, () => prose.text(length, isCjk))];
    return {
      name: isUser ? userName : characterName,
      is_user: isUser,
      is_system: false,
      mes,
      send_date: new Date(START + floor * MINUTE).toISOString(),
      ...(!isUser && { swipe_id: 0, swipes }),
      extra: {},
    };
  });
  return { userName, characterName, metadata: {}, messages };
}
