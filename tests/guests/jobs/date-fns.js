import {
  addBusinessDays,
  differenceInBusinessDays,
  eachWeekOfInterval,
  format,
  formatDistance,
  intervalToDuration,
  isWithinInterval,
  parse,
} from 'date-fns';
import { de, zhCN } from 'date-fns/locale';

/** Plans a project: working days, weeks, and the labels of a chart. */
export default function run() {
  const start = parse('2024年02月26日', "yyyy'年'MM'月'dd'日'", new Date(2024, 0, 1));
  const end = addBusinessDays(start, 27);
  const holiday = new Date(2024, 2, 29);
  return {
    start: format(start, 'PPPP', { locale: zhCN }),
    end: format(end, "EEEE, do MMMM yyyy 'um' HH:mm xxx", { locale: de }),
    days: differenceInBusinessDays(end, start),
    weeks: eachWeekOfInterval({ start, end }, { weekStartsOn: 1 }).map((week) => format(week, 'RRRR-II')),
    holiday: isWithinInterval(holiday, { start, end }),
    distance: formatDistance(end, start, { locale: zhCN, addSuffix: true }),
    duration: intervalToDuration({ start, end }),
  };
}
