import type { Host } from '../../../index.js';
import { plainText } from '../base/plain-text.js';
import { isCallMode } from '../base/text-calls-choice.js';
import type { Words } from '../base/words.js';
import type { CallSwitch } from './switch.js';

const DESCRIPTION_CHARS = 160;

/** `/bulkhead calls`: says what holds, or chooses it. @returns what holds then. @throws in words for the user. */
export async function chooseByCommand(calls: CallSwitch, words: Words, rest: string): Promise<string> {
  const [mode = '', dialect = ''] = rest.split(/\s+/);
  if (mode !== '') {
    if (!isCallMode(mode)) throw new Error(`/bulkhead calls: ${words('command.calls.what')}`);
    if (dialect !== '') await checkDialect(dialect, words);
    await calls.choose({ mode, ...(dialect !== '' && { dialect }) });
  }
  const { mode: now, dialect: written } = calls.choice;
  return now === 'text' ? `text ${written}` : now;
}

async function checkDialect(dialect: string, words: Words): Promise<void> {
  const { DIALECTS, dialectOf } = await import('./dialect.js');
  if (dialectOf(dialect) === dialect) return;
  throw new Error(words('command.calls.dialects', { dialects: DIALECTS.join(', ') }));
}

/** `/skills`: a line for each. */
export function listSkills({ skills }: Pick<Host, 'skills'>, words: Words): string {
  const lines = skills.list().map(({ name, description, enabled }) => {
    const state = words(enabled ? 'command.skills.on' : 'command.skills.off');
    return `${name} (${state}): ${plainText(description, DESCRIPTION_CHARS)}`;
  });
  return lines.join('\n') || words('command.skills.none');
}
