import { displayLine, isolated } from '../../../worker/protocol/display-text.js';
import { language } from '../i18n/language.js';
import { t } from '../i18n/text.js';

/** A span of time with its unit: `0.4 ms`, `87 ms`, `1.2 s`, `2 min 5 s`. */
export function formatMs(ms: number): string {
  if (ms < 10) return `${Math.max(0, ms).toFixed(1)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

/** A size with its unit: `312 B`, `4.2 KiB`, `17 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1_024 && unit < units.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  return `${unit === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** How long ago something was, in words. */
export function formatAgo(time: number): string {
  const words = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  const seconds = Math.round((time - Date.now()) / 1_000);
  if (seconds > -60) return t('time.now');
  if (seconds > -3_600) return words.format(Math.round(seconds / 60), 'minute');
  if (seconds > -86_400) return words.format(Math.round(seconds / 3_600), 'hour');
  return words.format(Math.round(seconds / 86_400), 'day');
}

/** A moment as date and time. */
export const formatTime = (time: number): string =>
  new Date(time).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'medium' });

/** A value as one short line of JSON. */
export function oneLine(value: unknown, chars = 160): string {
  return displayLine(JSON.stringify(value) ?? '', chars);
}

/** Code points of a name in a row: a host may have 253. */
const LISTED_CHARS = 260;

/** Names in a row, as people write them: `a, b and c`. Each stands apart from the others. */
export function formatList(names: readonly string[]): string {
  const listed = names.map((name) => isolated(name, LISTED_CHARS));
  return language() === 'en' ? new Intl.ListFormat('en').format(listed) : listed.join('、');
}

/** A moment of today as hours and minutes. */
export const formatClock = (time: number): string =>
  new Date(time).toLocaleTimeString(language(), { timeStyle: 'short' });

/** A whole number with its separators. */
export const formatCount = (count: number): string => new Intl.NumberFormat(language()).format(count);
