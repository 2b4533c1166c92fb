import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ENTRIES, NODE_ENTRIES } from '../../scripts/build/entries.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const entries: { readonly [name: string]: string } = { ...ENTRIES, vite: NODE_ENTRIES.vite };

/** What the users of each entry call first. */
const FIRST = [
  ...['createHost', 'assetsAt', 'connectToHost', 'grantFunction', 'sillyTavernBridge', 'bulkhead'],
  ...['openAiModel', 'loadSkillsFromDirectory', 'parseFrontmatter', 'createTextCallSession'],
  ...['readChatFile', 'graphFromChat', 'connectMcp', 'serveMcp', 'offerWebMcp', 'portTransport'],
  ...['openModel', 'browserModel', 'isBrowserModelThere', 'functionModel', 'testModel'],
  ...['inlineDiffs', 'memoryKeyValueStore', 'memoryLogStore', 'setLanguage', 'forgetChoices'],
];

interface Example {
  readonly name: string;
  readonly file: string;
  readonly code: string;
}

/** The examples in the comments of exported functions. */
async function readExamples(): Promise<Example[]> {
  const found: Example[] = [];
  for (const room of ['src', 'worker']) {
    for (const path of await readdir(join(root, room), { recursive: true })) {
      if (!path.endsWith('.ts')) continue;
      const text = await readFile(join(root, room, path), 'utf8');
      const comments = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:async )?(?:function\*?|const|class) (\w+)/g;
      for (const [, comment = '', name = ''] of text.matchAll(comments)) {
        const [, code] = comment.replaceAll(/^ *\* ?/gm, '').split('@example\n');
        if (code !== undefined) found.push({ name, file: `${room}/${path}`, code });
      }
    }
  }
  return found;
}

test('what users call first has an example', async () => {
  const names = (await readExamples()).map(({ name }) => name);
  expect(FIRST.filter((name) => !names.includes(name))).toEqual([]);
});

test('every example compiles against the entries that it imports', async () => {
  const examples = await readExamples();
  const folder = join(root, '.cache/examples');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const named = Object.entries(entries).map(([name, file]) => [
    name === 'index' ? 'bulkhead' : `bulkhead/${name}`,
    [join(root, file)],
  ]);
  const config = {
    extends: join(root, 'src/tsconfig.json'),
    compilerOptions: {
      ...{ composite: false, incremental: false, emitDeclarationOnly: false, declaration: false, noEmit: true },
      ...{ noUnusedLocals: false, rootDir: root, paths: Object.fromEntries(named), types: ['node'] },
    },
    ...{ references: [], include: ['*.ts', join(root, 'src/*.d.ts')] },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  for (const [i, { name, code }] of examples.entries()) await writeFile(join(folder, `${i}-${name}.ts`), code);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder], { cwd: folder }).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(stdout).toBe('');
});
