import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LANES, STAGES, type Stage } from '../../scripts/test-plan.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isTest = (word: string) => word.startsWith('tests/') && word.endsWith('.test.ts');
const stages = Object.entries(STAGES);

/** Files that the arguments of a runner leave out, and those that they name. */
function filesIn(args: readonly string[] = []): { readonly out: readonly string[]; readonly named: readonly string[] } {
  const out = args.filter((word, at) => isTest(word) && args[at - 1] === '--exclude');
  return { out, named: args.filter((word, at) => isTest(word) && args[at - 1] !== '--exclude') };
}

test('what a quick stage leaves out is run by the rest of it, file for file, and is printed by its name', () => {
  const parts = stages.map(([name, { quick, rest, leaves = [] }]: [string, Stage]) => {
    const [short, long] = [filesIn(quick), filesIn(rest)];
    return { name, out: short.out, named: short.named, restOut: long.out, restNamed: long.named, leaves };
  });
  for (const { name, out, named, restOut, restNamed, leaves } of parts) {
    // Either the quick part names its files and the rest leaves out the same, or the other way round.
    expect({ name, files: restNamed }).toEqual({ name, files: out });
    expect({ name, files: restOut }).toEqual({ name, files: named });
    for (const file of out) expect(leaves).toContain(file);
    for (const file of named) expect(leaves).not.toContain(file);
  }
});

test('every file that the plan names exists', () => {
  const named = stages.flatMap(([, { quick, rest, leaves = [] }]) => [...(quick ?? []), ...(rest ?? []), ...leaves]);
  const missing = named.filter((word) => isTest(word) && !existsSync(`${root}${word}`));
  expect(named.filter(isTest).length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test('each stage runs in one lane of each of its parts', () => {
  for (const part of ['quick', 'rest'] as const) {
    const expected = stages.filter(([, stage]) => stage[part]).map(([name]) => name);
    expect(LANES[part].flat().sort()).toEqual(expected.sort());
  }
});

test('every end-to-end file and every file of SillyTavern is quick or left out by name', () => {
  for (const [stage, folder] of [
    ['end to end', 'tests/e2e'],
    ['sillytavern', 'tests/sillytavern'],
  ] as const) {
    const files = readdirSync(`${root}${folder}`).filter((name) => name.endsWith('.test.ts'));
    const { quick, leaves = [] } = STAGES[stage] ?? {};
    expect([...filesIn(quick).named, ...leaves].sort()).toEqual(files.map((name) => `${folder}/${name}`).sort());
  }
});

test('CI runs npm test, and then what it leaves out', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const commands = readFileSync(`${root}.ci/run`, 'utf8').match(/^npm .*$/gm);
  expect(commands).toEqual(['npm test', 'npm run test:rest']);
  expect(scripts.test).toBe('node scripts/test.mjs');
  expect(scripts['test:rest']).toBe('node scripts/test.mjs --rest');
  expect(scripts['test:all']).toBe('node scripts/test.mjs --all');
});
