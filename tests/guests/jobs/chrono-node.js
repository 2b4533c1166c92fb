import * as chrono from 'chrono-node';

/** Finds the dates in what a user writes. */
export default function run() {
  const now = new Date(2024, 4, 15, 10, 0);
  const english = [
    'Lunch next Friday at half past noon, and the report by June 3rd 5pm',
    'remind me in 2 weeks, or 36 hours before the 1st of September',
    'from 9:30 to 11am tomorrow',
  ];
  const found = english.map((text) =>
    chrono.parse(text, now, { forwardDate: true }).map(({ text: words, start, end }) => ({
      words,
      start: start.date().toISOString(),
      end: end?.date().toISOString(),
      certain: start.isCertain('hour'),
    })),
  );
  const chinese = chrono.zh.hans.parse('我们明天下午三点开会，下周五之前交报告', now);
  return { found, chinese: chinese.map(({ text, start }) => [text, start.date().toISOString()]) };
}
