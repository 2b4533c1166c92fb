import { createRandom, type Random } from '../../../examples/memory-sample/random.js';

/** Something that people say of themselves: `{value}` is one of the values, `{name}` who it is about. */
export interface Attribute {
  readonly values: readonly string[];
  /** In the words of `ask[0]`, then in others. */
  readonly say: readonly string[];
  /** What somebody else asks before, and the answer to that. */
  readonly asked: readonly [question: string, answer: string];
  /** In the words of `say`, then in others. */
  readonly ask: readonly string[];
}

/** Questions in the words of the answer, in others, and those that need more than one answer. */
export type QuestionKind = 'same words' | 'other words' | 'several';

export interface MadeQuestion {
  readonly text: string;
  readonly kind: QuestionKind;
  /** Numbers of the turns that answer it. */
  readonly answers: readonly number[];
}

export interface MadeChat {
  /** `Name: text`, one for each turn. */
  readonly turns: readonly string[];
  readonly questions: readonly MadeQuestion[];
}

/** What a chat is made of. */
export interface Recipe {
  readonly seed: number;
  readonly turns: number;
  readonly names: readonly string[];
  readonly attributes: readonly Attribute[];
  /** Makes a turn about nothing in particular. */
  readonly talk: (random: Random) => string;
}

const fill = (text: string, values: { readonly [name: string]: string }): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** A chat in which each of the people says each thing of themselves once, between turns about nothing, and questions about all of it. */
export function makeChat({ seed, turns: count, names, attributes, talk }: Recipe): MadeChat {
  const random = createRandom(seed);
  const turns = Array.from({ length: count }, () => `${random.pick(names)}: ${talk(random)}`);
  const places = new Set<number>();
  // Two turns side by side: one may be a question that another answers.
  const free = (): number => {
    for (;;) {
      const place = 1 + random.below(count - 1);
      if (places.has(place) || places.has(place - 1) || places.has(place + 1)) continue;
      places.add(place);
      return place;
    }
  };
  const questions: MadeQuestion[] = [];
  for (const { values, say, asked, ask } of attributes) {
    const said = names.map((name, at) => {
      const place = free();
      const value = random.pick(values);
      const other = names[(at + 1) % names.length] ?? '';
      const isAsked = random.chance(0.4);
      if (isAsked) turns[place - 1] = `${other}: ${name}, ${asked[0]}`;
      const text = isAsked ? asked[1] : (say[random.chance(0.7) ? 0 : 1] ?? '');
      turns[place] = `${name}: ${fill(text, { value })}`;
      return { name, place };
    });
    for (const { name, place } of said)
      ask.forEach((text, at) => {
        questions.push({
          text: fill(text, { name }),
          kind: at === 0 ? 'same words' : 'other words',
          answers: [place],
        });
      });
    const [one, other] = said;
    if (one && other)
      questions.push({
        text: fill(ask[0] ?? '', { name: `${one.name} / ${other.name}` }),
        kind: 'several',
        answers: [one.place, other.place],
      });
  }
  return { turns, questions };
}
