import { RRule, RRuleSet, rrulestr } from 'rrule';

/** Repeating events of a calendar: expanded, counted, and said in words. */
export default function run() {
  const rule = new RRule({
    freq: RRule.MONTHLY,
    byweekday: [RRule.TU.nth(2), RRule.FR.nth(-1)],
    dtstart: new Date(Date.UTC(2024, 0, 1, 18, 30)),
    until: new Date(Date.UTC(2024, 5, 30)),
  });
  const set = new RRuleSet();
  set.rrule(rule);
  set.exdate(new Date(Date.UTC(2024, 2, 29, 18, 30)));
  set.rdate(new Date(Date.UTC(2024, 3, 1, 12, 0)));
  const leap = rrulestr('DTSTART:20200229T090000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;COUNT=6');
  return {
    dates: set.all().map((date) => date.toISOString()),
    text: rule.toText(),
    rule: rule.toString(),
    leap: leap.all().map((date) => date.toISOString().slice(0, 10)),
    next: rule.after(new Date(Date.UTC(2024, 3, 10)))?.toISOString(),
    parsed: RRule.fromText('every 2 weeks on Monday').toString(),
  };
}
