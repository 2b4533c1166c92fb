import { createProse } from '../../examples/memory-sample/prose.js';
import { createRandom, type Random } from '../../examples/memory-sample/random.js';
import { chineseTalk, englishTalk } from '../bench/recall/talk.js';
import type { Side } from './memory-parts.js';

/** Half the messages of an ordinary chat are Chinese, which needs a third of the characters. */
const ZH = 0.5;

/** Messages of 60 to 300 characters in English, 25 to 115 in Chinese. */
export function longChat(count: number): readonly Side[] {
  const random = createRandom(7);
  return Array.from({ length: count }, (_, at) => {
    const isZh = random.chance(ZH);
    const wanted = isZh ? 25 + random.below(90) : 60 + random.below(241);
    let mes = '';
    while (mes.length < wanted) mes += `${mes && ' '}${isZh ? chineseTalk(random) : englishTalk(random)}`;
    return [at % 2 === 0 ? 'user' : 'model', mes] as const;
  });
}

interface Writer {
  readonly text: (characters: number) => string;
  readonly person: () => string;
}

function writerOf(random: Random): () => Writer {
  const prose = createProse(random);
  return () => {
    const isZh = random.chance(ZH);
    return {
      text: (characters) => prose.text(isZh ? characters / 3 : characters, isZh),
      person: () => prose.person(isZh),
    };
  };
}

/** A change as a batch takes it. */
interface Change {
  readonly op: string;
  readonly [name: string]: unknown;
}

/** What a model would write of 300 messages, in 25 batches: 60 nodes, above 80 links, and 21 changes of what was written before. */
export function extractionBatches(): readonly (readonly Change[])[] {
  const random = createRandom(3);
  const next = writerOf(random);
  let made = 0;
  // Numbers are given in order.
  const known = () => `n_${1 + random.below(made)}`;
  const links = () =>
    Array.from({ length: made === 0 ? 0 : 1 + Number(random.chance(0.5)) }, () => ({
      ...{ targetNodeId: known(), direction: 'outgoing' },
      relation: random.pick(['knows', 'involved_in', 'occurred_at', 'causes']),
    }));
  const create = (): Change => {
    const type = random.pick(['event', 'character_sheet', 'location_state', 'thread'] as const);
    const { text, person } = next();
    const fields = {
      event: () => ({ summary: text(160) }),
      character_sheet: () => ({ traits: text(60), identity: text(50), goal: text(50) }),
      location_state: () => ({ state: text(80), danger: text(40) }),
      thread: () => ({ status: 'active', note: text(120) }),
    }[type]();
    return { op: 'create', type, title: type === 'event' ? '' : person(), fields, links: links() };
  };
  return Array.from({ length: 25 }, (_, batch) => {
    const creates = Array.from({ length: batch < 10 ? 3 : 2 }, create);
    const edits = batch < 4 ? [] : [{ op: 'edit', nodeId: known(), setFields: { goal: next().text(60) } }];
    made += creates.length;
    return [...creates, ...edits];
  });
}

/** Events as an extension would write them one by one, of 120 characters in English. */
export function ownEvents(count: number): readonly { readonly [name: string]: unknown }[] {
  const next = writerOf(createRandom(5));
  return Array.from({ length: count }, (_, at) => ({
    ...{ type: 'event', title: `Event ${at + 1}`, fields: { summary: next().text(120) } },
  }));
}
