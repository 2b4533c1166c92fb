import { againAfter, ModelError } from './retries.js';

const SHOWN_CHARS = 300;

const ADVICE: { readonly [status: number]: string } = {
  401: 'It refuses the key: enter it again',
  402: 'It wants to be paid: look at the account there',
  403: 'It refuses the key: enter it again',
  404: 'It has no such address or model: check both',
  413: 'The conversation is too long for it',
  429: 'It takes no more requests for now: wait, or look at the account there',
};

/** What a server’s refusal comes to: its words, what to do, and whether another attempt may pass. */
export function refusal(status: number, body: string, retryAfter: string | null = null, now = 0): ModelError {
  const words = wordsOf(body);
  const isStatus = status >= 400 && status < 600;
  if (!isStatus) return new ModelError(`the model’s server failed: ${words}`, { again: true });
  const advice = ADVICE[status] ?? (status >= 500 ? 'It has trouble of its own: try again later' : '');
  const why = words === '' ? '' : `: ${words}`;
  return new ModelError(
    `the model’s server answered ${status}${why}${advice === '' ? '' : `. ${advice}`}`,
    againAfter(status, retryAfter, now),
    { status },
  );
}

export const shown = (text: string): string => text.slice(0, SHOWN_CHARS);

function wordsOf(text: string): string {
  try {
    const { error, message, detail } = Object(JSON.parse(text)) as { readonly [field: string]: unknown };
    const words = [error, Object(error).message, message, detail].find((one) => typeof one === 'string');
    if (words !== undefined) return shown(words as string);
  } catch {
    // As it is.
  }
  return shown(text);
}
