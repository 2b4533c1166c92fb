import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('npm run demo installs the examples, runs their tools, and stops those that hang', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/demo.mjs'], { cwd: root });
  const calls = stdout.split('\n').slice(stdout.split('\n').findIndex((line) => line.startsWith('call ')) + 1);
  const lineOf = (start: string) => calls.find((line) => line.startsWith(start)) ?? '';
  expect(stdout).toMatch(/^installed dice: roll_dice /m);
  expect(stdout.match(/\d [\w ]+ stands/g)).toHaveLength(5);
  expect(lineOf('roll_dice {"notation":"4d6kh3+2"}')).toContain('"rolls":[{"total":');
  expect(lineOf('roll_dice {"notation":42}')).toContain('TOOL_ARGUMENTS_INVALID');
  expect(lineOf('roll_dice {"notation":"not dice"}')).toContain('TOOL_ERROR');
  expect(lineOf('count_primes {"limit":20000}')).toContain('"primes":2262');
  expect(lineOf('count_primes {"limit":10000000}')).toMatch(/its caller$/);
  // Where the machine is so busy that the guest says nothing for too long, its worker is ended before the guest looks at its clock.
  expect(lineOf('hang {"how":"loop"}')).toMatch(/TOOL_TIMEOUT.*ring (?:1: interrupt|3: worker ended)$/);
  expect(lineOf('hang {"how":"native"}')).toMatch(/TOOL_TIMEOUT.*ring 3: worker ended$/);
  expect(lineOf('hang {"how":"await"}')).toContain('TOOL_TIMEOUT');
  expect(lineOf('roll_dice {"notation":"d%"}')).toContain('"rolls":[{"total":');
});
