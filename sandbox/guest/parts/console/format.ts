import { inspect } from './inspect.js';

const ofText = (value: unknown): string => (typeof value === 'string' ? value : inspect(value));

/** Puts logged values into one text, by the placeholders of the Console standard where the first value has any. */
export function formatAll(values: readonly unknown[]): string {
  const [first, ...rest] = values;
  if (typeof first !== 'string' || !first.includes('%') || rest.length === 0) return values.map(ofText).join(' ');
  let next = 0;
  const text = first.replace(/%[sdifjoOc%]/g, (mark) => {
    if (mark === '%%') return '%';
    if (next >= rest.length) return mark;
    const value = rest[next];
    next += 1;
    if (mark === '%s') return ofText(value);
    if (mark === '%c') return '';
    if (mark === '%d' || mark === '%i')
      return typeof value === 'symbol' ? 'NaN' : `${Number.parseInt(value as string, 10)}`;
    if (mark === '%f') return typeof value === 'symbol' ? 'NaN' : `${Number.parseFloat(value as string)}`;
    return inspect(value);
  });
  return [text, ...rest.slice(next).map(ofText)].join(' ');
}
