// `npm run bench -- recall [--held]`: how well recalls find what answers a question, beside other searches. Without `--held`, on the
// half that weights may be tuned on; with it, on the other one, which is for looking at once.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}.cache/bench-recall/`;
await mkdir(folder, { recursive: true });
const build = await rolldown({ input: `${root}tests/bench/recall/run.ts`, cwd: root, platform: 'node' });
await build.write({ dir: folder, format: 'es', entryFileNames: 'run.mjs' });
await build.close();
const { print } = await import(pathToFileURL(`${folder}run.mjs`).href);
const reached = await print(process.argv.includes('--held') ? 'held out' : 'tuned');
process.exitCode = reached ? 0 : 1;
