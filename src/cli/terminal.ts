import { stderr, stdout } from 'node:process';
import { styleText } from 'node:util';

/** What a command prints to: colours only where a person reads them. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  readonly style: (style: Style, text: string) => string;
  /** Prints an error: its code, what it says, where it was, and what to do. */
  readonly fault: (error: unknown) => void;
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** The terminal of this process. Colours are off in a pipe, and where `NO_COLOR` is set. */
export function terminalOf(env: NodeJS.ProcessEnv): Omit<Terminal, 'fault'> {
  // Whoever reads a pipe may have enough after a few lines.
  stdout.on('error', () => {});
  const coloured = stdout.isTTY === true && !env.NO_COLOR;
  return {
    out: (line) => stdout.write(`${line}\n`),
    error: (line) => stderr.write(`${line}\n`),
    style: (style, text) => (coloured ? styleText(style, text) : text),
  };
}

/** A size as people read it. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(2)} MB`;
}

/** A number and its word. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
