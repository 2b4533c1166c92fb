import { DateTime, Duration, IANAZone, Info, Interval } from 'luxon';

/** Shifts of a ship's watch across a change of clocks, in the words of two languages. */
export default function run() {
  const begin = DateTime.fromISO('2024-10-26T20:00', { zone: 'Europe/Paris' });
  const watches = Interval.after(begin, { hours: 24 }).splitBy({ hours: 4 });
  return {
    watches: watches.map((watch) => watch.start.toFormat("ccc HH:mm 'UTC'ZZ")),
    zh: begin.setLocale('zh-CN').toLocaleString(DateTime.DATE_FULL),
    de: begin.setLocale('de').toLocaleString(DateTime.DATETIME_HUGE),
    ago: begin.toRelative({ base: begin.plus({ days: 40 }), locale: 'zh' }),
    long: Duration.fromObject({ hours: 30, minutes: 90 }).rescale().toHuman(),
    weekdays: Info.weekdays('short', { locale: 'ja' }),
    offsets: ['2024-01-01', '2024-07-01'].map((day) => new IANAZone('Australia/Lord_Howe').offset(Date.parse(day))),
    invalid: DateTime.fromISO('2024-13-01').invalidReason,
    week: begin.toISOWeekDate(),
  };
}
