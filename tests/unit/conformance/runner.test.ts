import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Changed, filesOf, NOBODY, unknownIn, wrongOnes } from './changed-cases.js';

const RUNNER = fileURLToPath(new URL('../../../scripts/conformance.mjs', import.meta.url));

const ORCHESTRATOR = filesOf('orchestrator');
const unknown = [
  ...ORCHESTRATOR.flatMap((file) => unknownIn('orchestrator', file, 'given', 'expect')),
  ...filesOf('stello').flatMap((file) => unknownIn('stello', file, 'inputs', 'expected')),
  ...filesOf('text-calls')
    .slice(0, 2)
    .flatMap((file) => unknownIn('text-calls', file, 'expected')),
  ...filesOf('memory-graph').flatMap((file) => unknownIn('memory-graph', file)),
].filter(({ file }) => file !== 'diffusion.json');
/** The cases that came last to a file of our own: those of the newer keys. */
const newest = (folder: string) =>
  filesOf(folder).map(([file, given]) => [file, { ...given, cases: given.cases.slice(-3) }] as const);
const wrong = [
  ...newest('orchestrator-own').flatMap((file) => wrongOnes('orchestrator', file, 'expect')),
  ...newest('stello-own').flatMap((file) => wrongOnes('stello', file, 'expected')),
];

const program = (id: string, body: string, more: object) => ({
  ...{ id, category: 'own', phase: 'call', expectation: 'error', after: ['other tools keep answering'] },
  source: `defineTool("main", async (args) => {\n${body}\n});`,
  ...more,
});
const hostile = [
  program('fails to load', 'return 1;', { source: 'this is no program', expectation: 'contained' }),
  program('is stopped from inside', 'for (;;) {}', { expectation: 'terminated' }),
  program('is stopped from inside, and discarded', 'for (;;) {}', {
    expectation: 'terminated',
    after: ['sandbox is discarded and rebuilt, not reused'],
  }),
  program('fails, and its memory is read', 'throw new Error("no");', {
    after: ['linear memory of the sandbox never exceeds its cap'],
  }),
  program('a sentence that nobody checks', 'throw new Error("no");', { after: ['the moon stays where it is'] }),
  program('an unknown key', 'return 1;', { [NOBODY]: 1 }),
  program('an unknown word', 'return 1;', { expectation: 'whatever' }),
  program('its guest is a new one', 'for (;;) {}', { after: ['sandbox is discarded and rebuilt, not reused'] }),
];

/** Files as the runner takes them: the cases of one file of one area together. */
function write(folder: string, all: readonly Changed[]): void {
  const files = new Map<string, { area: string; file: string; rest: object; cases: object[] }>();
  for (const { area, file, rest, one } of all) {
    const known = files.get(`${area}/${file}`) ?? { area, file, rest, cases: [] };
    known.cases.push(one);
    files.set(`${area}/${file}`, known);
  }
  for (const { area, file, rest, cases } of files.values()) {
    mkdirSync(join(folder, area), { recursive: true });
    writeFileSync(join(folder, area, file), JSON.stringify({ ...rest, cases }));
  }
}

let folder = '';
let lines: readonly string[] = [];
let summary = '';
let status = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  const [own] = filesOf('orchestrator-own');
  const [, given] = own ?? ['', { cases: [] }];
  const { cases, ...rest } = given;
  const control = cases.map((one) => ({ area: 'control', file: own?.[0] ?? '', id: one.id, one, rest }));
  write(folder, [...unknown, ...wrong, ...control]);
  mkdirSync(join(folder, 'hostile'));
  writeFileSync(join(folder, 'hostile', 'programs.json'), JSON.stringify(hostile));
  await new Promise<void>((resolve) => {
    execFile(process.execPath, [RUNNER, '--restored', folder], { maxBuffer: 1e9 }, (error, stdout) => {
      status = Number(error?.code ?? 0);
      lines = stdout.split('\n');
      summary = stdout;
      resolve();
    });
  });
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the report says of a case: its line, and the two below one that failed. */
function told(area: string, id: string): string {
  const at = lines.findIndex((line) =>
    line.startsWith('FAIL ') || line.startsWith('ok ') ? isAbout(line, area, id) : false,
  );
  return at < 0 ? `nothing of ${id}` : lines.slice(at, lines[at]?.startsWith('FAIL') ? at + 3 : at + 1).join('\n');
}
const isAbout = (line: string, area: string, id: string): boolean =>
  line.includes(` ${area} `) && (line.endsWith(id) || line.includes(`${id} · `));

describe('the runner of the vectors', () => {
  test('counts in one line that others can read, and fails', () => {
    expect(summary).toMatch(/^\d+ passed, \d+ failed/m);
    expect(status).toBe(1);
  });

  test.each(unknown.map((one) => [`${one.area} ${one.file} ${one.id}`, one] as const))(
    'fails %s',
    (_name, { area, id, file }) => {
      // Cases of the tokeniser have no names: they are counted.
      const said = told(area, file === 'tokenizer.json' ? 'tokenizer 1' : id);
      expect(said).toMatch(/^FAIL /);
      expect(said).toContain(NOBODY);
    },
  );

  test.each(wrong.map((one) => [`${one.area} ${one.file} ${one.id}`, one] as const))(
    'fails %s',
    (_name, { area, id }) => {
      expect(told(area, id)).toMatch(/^FAIL /);
    },
  );

  test('passes the same cases as they are', () => {
    const [own] = filesOf('orchestrator-own');
    for (const { id } of own?.[1].cases ?? []) expect(told('orchestrator', id)).toMatch(/^ok /);
  });
});

describe('hostile programs', () => {
  test.each([
    ['fails to load', /^FAIL [\s\S]*it did not load/],
    ['is stopped from inside', /^FAIL [\s\S]*its worker was not ended/],
    ['is stopped from inside, and discarded', /^ok (?!.*not checked)/],
    ['fails, and its memory is read', /^ok (?!.*not checked)/],
    ['a sentence that nobody checks', /^ok .*not checked: the moon stays where it is/],
    ['an unknown key', /^FAIL [\s\S]*case\.zzz/],
    ['an unknown word', /^FAIL [\s\S]*case\.expectation/],
    ['its guest is a new one', /^ok (?!.*not checked)/],
  ])('%s', (id, said) => {
    expect(told('hostile', id)).toMatch(said);
  });

  test('start as it was asked, and not otherwise', () => {
    expect(summary).toContain('guests start as they should: restored');
    expect(summary).not.toContain('guests start as they should: fresh');
  });
});
