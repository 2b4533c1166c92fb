import { evaluate } from '../../fixtures/evaluate.js';

/** A value as it is written: JSON, or an expression of the language. */
function literal(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return evaluate(text);
  }
}

/** The words of a function that throws, or answers always the same; nothing for other words. `message`: where it has none. */
export function saidToDo(words: string, message = 'failed'): (() => unknown) | undefined {
  const [, what, rest = ''] = /\b(throws|rejects|returns|resolves)\b(?: (?:with|to|from))?\s*(.*)$/s.exec(words) ?? [];
  if (what === undefined) return undefined;
  if (what === 'returns' || what === 'resolves') return () => structuredClone(literal(rest));
  const [, own] = /"(.*)"/s.exec(rest) ?? [];
  return () => {
    throw new Error(own ?? message);
  };
}

/** A prompt with gaps, as a function of what fills them. */
const template = (text: string) => (vars: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => String(vars[key]));

type Prompt = string | undefined | ((vars: Record<string, string>) => string);

/** A profile's prompt as cases write it: a text, one with gaps, or a function that throws. */
export function promptOf(written: unknown): Prompt {
  if (typeof written !== 'object' || written === null) return written as Prompt;
  const { $template, $function, $templateThrows } = written as { readonly [marker: string]: string | undefined };
  if ($templateThrows !== undefined) {
    return () => {
      throw new Error(String($templateThrows));
    };
  }
  const text = $template ?? $function;
  if (text === undefined) throw new Error('unknown: a prompt without text');
  return template(text);
}

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five'];

/** What words say of a function of a parent's records, or what is no function. */
export function contextOf<Record extends { readonly role: string }>(written: unknown): unknown {
  const { $function: words } = Object(written) as { $function?: string };
  if (words === undefined) return written;
  const fixed = saidToDo(words, 'ctx');
  if (fixed) return async () => fixed();
  const [, which, count = 'one'] = /\b(first|last)(?: (\w+))?/.exec(words) ?? [];
  const many = /^\d+$/.test(count) ? Number(count) : Math.max(1, COUNTS.indexOf(count));
  if (which === 'last') return (records: readonly Record[]) => records.slice(-many);
  if (which === 'first') return (records: readonly Record[]) => records.slice(0, many);
  if (/\buser/.test(words)) return (records: readonly Record[]) => records.filter(({ role }) => role === 'user');
  if (/\b(empty|nothing|no records)\b|\[\]/.test(words)) return () => [];
  throw new Error(`unknown: a function said to be “${words}”`);
}
