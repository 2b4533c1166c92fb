import { createRandom, type Random } from '../../../examples/memory-sample/random.js';
import { type Calendar, type Dated, dayFrom, daysBetween, inWords } from './dated.js';

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

/** Questions in the words of the answer, in others, those that need several answers, those about a day, and those that nothing answers. */
export const KINDS = ['same words', 'other words', 'several', 'time', 'no answer'] as const;
export type QuestionKind = (typeof KINDS)[number];

export interface MadeQuestion {
  readonly text: string;
  readonly kind: QuestionKind;
  /** Numbers of the turns that answer it. */
  readonly answers: readonly number[];
}

export interface MadeChat {
  /** `Name: text`, one for each turn. */
  readonly turns: readonly string[];
  /** When each was said, ISO 8601. */
  readonly dates: readonly string[];
  readonly questions: readonly MadeQuestion[];
}

/** What a chat is made of. */
export interface Recipe {
  readonly seed: number;
  readonly turns: number;
  readonly turnsPerDay: number;
  readonly names: readonly string[];
  /** Somebody who says nothing that anybody asks for. */
  readonly silent: string;
  readonly attributes: readonly Attribute[];
  readonly days: readonly Dated[];
  readonly calendar: Calendar;
  /** Makes a turn about nothing in particular. */
  readonly talk: (random: Random) => string;
}

const START = Date.UTC(2023, 2, 1, 9);
/** Nobody counts more days than these back. */
const LATELY = 20;
const SILENT_EVERY = 7;

const fill = (text: string, values: { readonly [name: string]: string }): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/**
 * A chat in which each of the people says each thing of themselves once, between turns about nothing, and questions about all of it. What
 * is new is made after what was there before, so that the older questions stay what they were.
 */
export function makeChat(recipe: Recipe): MadeChat {
  const { seed, turns: count, names, attributes, silent, talk } = recipe;
  const random = createRandom(seed);
  const turns = Array.from({ length: count }, () => `${random.pick(names)}: ${talk(random)}`);
  const places = new Set<number>();
  // Two turns side by side: one may be a question that another answers.
  const free = (from = 0): number => {
    for (;;) {
      const place = from + 1 + random.below(count - from - 1);
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
  const dates = turns.map((_, at) => new Date(START + (at / recipe.turnsPerDay) * 86_400_000).toISOString());
  questions.push(...daysSaid(recipe, turns, dates, random, free));
  for (let at = 0; at < count; at += SILENT_EVERY)
    if (!places.has(at) && !places.has(at + 1)) turns[at] = `${silent}: ${talk(random)}`;
  for (const { ask } of attributes)
    questions.push({ text: fill(ask[0] ?? '', { name: silent }), kind: 'no answer', answers: [] });
  return { turns, dates, questions };
}

/** Puts into the turns what people did on a day. @returns the questions about these days. */
function daysSaid(
  { names, days, calendar, turns: count, turnsPerDay }: Recipe,
  turns: string[],
  dates: readonly string[],
  random: Random,
  free: (from?: number) => number,
): readonly MadeQuestion[] {
  const isLong = count / turnsPerDay > 365;
  const now = dates.at(-1) ?? '';
  return days.flatMap(({ values, say, ask }) =>
    names.flatMap((name, at) => {
      // Every second one in the last days of the chat, so that somebody can count the days.
      const place = free(at % 2 === 0 ? Math.max(0, count - LATELY * turnsPerDay) : 0);
      const [later, text] = random.pick(say);
      turns[place] = `${name}: ${fill(text, { value: random.pick(values) })}`;
      const day = dayFrom(dates[place] ?? '', -later);
      const ago = daysBetween(day, now);
      const date = inWords(day, calendar, isLong, random);
      const asked = [fill(ask[0], { name, date })];
      if (ago > 0 && ago <= LATELY) asked.push(fill(ask[1], { name, ago: calendar.ago(ago) }));
      return asked.map((text) => ({ text, kind: 'time' as const, answers: [place] }));
    }),
  );
}
