import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import relativeTime from 'dayjs/plugin/relativeTime.js';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(customParseFormat);
dayjs.extend(relativeTime);
dayjs.extend(utc);
dayjs.extend(timezone);

/** The meetings of a team in three cities, each in its own time and in words. */
export default function run() {
  const starts = ['2024-03-10 01:30', '2024-03-31 02:30', '2024-11-03 23:15'];
  return starts.map((text) => {
    const start = dayjs.tz(text, 'YYYY-MM-DD HH:mm', 'America/New_York');
    return {
      shanghai: start.tz('Asia/Shanghai').locale('zh-cn').format('YYYY年M月D日 dddd HH:mm'),
      london: start.tz('Europe/London').format('ddd D MMM HH:mm Z'),
      here: start.local().format(),
      before: start.locale('zh-cn').from(dayjs.utc('2024-06-01T00:00Z')),
      week: start.endOf('week').toISOString(),
    };
  });
}
