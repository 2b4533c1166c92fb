import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What is changed now, for the next run, should this one be killed outright. */
const journal = `${root}.cache/mutants/`;
const entryOf = (file) => journal + encodeURIComponent(file);

/** How often a text stands in a file. */
export async function countIn(file, search) {
  return (await readFile(root + file, 'utf8')).split(search).length - 1;
}

/** Changes a file, and gives it back for certain: when told to, and when this process ends or is stopped. */
export async function change({ file, search, replace }) {
  const before = await readFile(root + file, 'utf8');
  const after = before.replace(search, () => replace);
  await mkdir(journal, { recursive: true });
  await writeFile(entryOf(file), JSON.stringify({ file, before, after, pid: process.pid }));
  let done = false;
  const restore = () => {
    if (done) return;
    done = true;
    giveBack(file, before, after);
    rmSync(entryOf(file), { force: true });
    process.off('exit', restore);
  };
  process.on('exit', restore);
  writeFileSync(root + file, after);
  return restore;
}

/** Gives back what an earlier run had changed when it was killed. @returns names of the files. @throws while another run goes on. */
export async function giveBackAll() {
  const given = [];
  for (const name of await readdir(journal).catch(() => [])) {
    const { file, before, after, pid } = JSON.parse(await readFile(journal + name, 'utf8'));
    if (isAlive(pid)) throw new Error(`another run (process ${pid}) is changing ${file}: wait for it`);
    giveBack(file, before, after);
    await rm(journal + name);
    given.push(file);
  }
  return given;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A file that somebody has edited meanwhile is theirs: only the change itself is taken back. */
function giveBack(file, before, after) {
  if (readFileSync(root + file, 'utf8') === after) writeFileSync(root + file, before);
  else console.error(`! ${file} was edited while it was changed for a test: look at it, and at git diff`);
}
