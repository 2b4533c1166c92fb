import moment from 'moment/min/moment-with-locales.js';

/** A diary in Chinese and French: calendar days, durations, ordinals. */
export default function run() {
  const now = moment.utc('2024-02-28T22:10:00Z');
  const entries = ['2024-02-27T08:00:00Z', '2024-02-29T12:00:00Z', '2023-12-31T23:59:59Z'];
  return {
    zh: entries.map((entry) => moment.utc(entry).locale('zh-cn').calendar(now)),
    fr: entries.map((entry) => moment.utc(entry).locale('fr').format('dddd Do MMMM YYYY, [semaine] w')),
    humanized: moment.duration(100, 'hours').locale('zh-cn').humanize(true),
    local: moment(entries[0]).format('YYYY-MM-DD HH:mm Z'),
    strict: moment('31/02/2024', 'DD/MM/YYYY', true).isValid(),
    months: moment.localeData('ar').months().length,
    diff: now.diff(moment.utc(entries[2]), 'weeks', true).toFixed(4),
  };
}
