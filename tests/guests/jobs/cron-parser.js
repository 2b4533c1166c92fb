import { CronExpressionParser } from 'cron-parser';

/** When a job runs next, over a change of clocks. */
export default function run() {
  const expressions = ['30 2 * * *', '0 */6 * * MON-FRI', '0 0 1,15 * 5', '*/20 8-9 L * *'];
  const next = expressions.map((expression) => {
    const jobs = CronExpressionParser.parse(expression, { currentDate: '2024-03-30T20:00:00Z', tz: 'Europe/Berlin' });
    return { expression, times: jobs.take(5).map((date) => date.toISOString()), fields: jobs.stringify() };
  });
  let refused = '';
  try {
    CronExpressionParser.parse('61 * * * *');
  } catch (error) {
    refused = error.message;
  }
  return { next, refused };
}
