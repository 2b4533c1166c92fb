/** Texts that models write, of any length, always the same. */

/** The name of a call and its arguments, as they were written. */
export type Written = readonly [name: string, rawArguments: string];

const PROSE = [
  'The forecast for the coast depends on the wind (see below), and on how long the front stays over the bay.\n\n',
  '- **Morning**: fog, 12 °C; visibility [poor]\n- **Noon**: sun, 19 °C\n- *Evening*: rain <likely>\n\n',
  'She looked up. "Is that all?" he asked, and closed the book. 「まだ終わらない」と彼女は言った。\n',
  '```js\nconst days = [1, 2, 3].map((day) => ({ day, rain: day % 2 === 0 }));\n```\n\n',
  'I will look that up and compare it with what the archive says about the same week of last year.\n',
];

const argumentsOf = (turn: number) => ({
  city: ['Tokyo', 'København', '台北'][turn % 3],
  days: turn % 14,
  notes: `Ask for "wind" and (if there is any) rain; then sum up in ${turn % 7} lines.\nNo more than that.`,
  units: { temperature: 'celsius', wind: 'm/s', round: turn % 2 === 0 },
  tags: ['forecast', `week ${turn % 53}`, null],
});

/** An answer of about so many characters, mostly prose, with a bracket call in every thousand, and what was written. */
export function answerWithCalls(chars: number): { readonly text: string; readonly calls: readonly Written[] } {
  const [parts, calls]: [string[], Written[]] = [[], []];
  let [length, turn] = [0, 0];
  while (length < chars) {
    const raw = JSON.stringify(argumentsOf(turn));
    const part = `${PROSE.join('')}${PROSE[turn % PROSE.length]}[CALL: weather.look_up(${raw})]\n\n`;
    calls.push(['weather.look_up', raw]);
    parts.push(part);
    length += part.length;
    turn += 1;
  }
  return { text: parts.join(''), calls };
}

/** An answer of about so many characters that is calls alone, an object on each line. */
export function linesOfCalls(chars: number): string {
  const lines: string[] = [];
  for (let [length, turn] = [0, 0]; length < chars; turn++) {
    const line = JSON.stringify({ name: 'weather', parameters: argumentsOf(turn) });
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

/** Cuts a text into pieces of one to seven characters, as a stream brings them. */
export function streamed(text: string): readonly string[] {
  const chunks: string[] = [];
  let [from, state] = [0, 1];
  while (from < text.length) {
    state = (state * 48_271) % 2_147_483_647;
    const to = from + 1 + (state % 7);
    chunks.push(text.slice(from, to));
    from = to;
  }
  return chunks;
}
