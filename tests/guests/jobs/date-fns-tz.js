import { formatInTimeZone, fromZonedTime, getTimezoneOffset, toZonedTime } from 'date-fns-tz';

/** Converts opening hours of shops around the world into one list. */
export default function run() {
  const shops = ['Asia/Tokyo', 'Asia/Kolkata', 'Europe/London', 'America/St_Johns', 'Pacific/Chatham'];
  return shops.map((zone) => {
    const opens = fromZonedTime('2024-03-31T09:00:00', zone);
    return {
      zone,
      utc: opens.toISOString(),
      text: formatInTimeZone(opens, zone, 'yyyy-MM-dd HH:mm zzz XXX'),
      hour: toZonedTime(opens, 'Asia/Shanghai').getHours(),
      offset: getTimezoneOffset(zone, opens) / 60_000,
    };
  });
}
