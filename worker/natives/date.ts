/** Characters of a text that is read as a date. */
const CHARS = 1_000;

/** The pure functions about dates. */
export const dateFunctions = {
  /** Milliseconds since 1970, in the browser's time zone where the text names none; `null` for a text that is no date. */
  parseDate: (text: string) => {
    const time = text.length > CHARS ? Number.NaN : Date.parse(text);
    return Number.isNaN(time) ? null : time;
  },
  /** An instant as text; `null` stands for an invalid date. */
  dateText: (time: number | null, method: 'toString' | 'toTimeString') => {
    const date = new Date(time ?? Number.NaN);
    return method === 'toTimeString' ? date.toTimeString() : date.toString();
  },
};
