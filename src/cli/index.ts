import { copyFiles, FILES, moduleFiles } from './internal.js';

const HELP = `bulkhead: the command line of the package of that name

  npx bulkhead assets FOLDER             copies the files that a page serves beside the bundle, for example to public/bulkhead
  npx bulkhead assets FOLDER --modules   copies the modules too, for a page without a bundler
  npx bulkhead assets FOLDER --force     replaces files of the same names that it did not write
  npx bulkhead help                      shows this text
`;

/** The address under which most servers have a folder: what they serve begins below `public` or `static`. */
function addressOf(folder: string): string {
  const parts = folder.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  return `/${parts.slice(parts[0] === 'public' || parts[0] === 'static' ? 1 : 0).join('/')}/`;
}

/** Runs a command. @returns the exit code: 0, or 2 for a command that does not exist. */
async function run([command, ...given]: readonly string[]): Promise<number> {
  const [withModules, force] = [given.includes('--modules'), given.includes('--force')];
  const [folder, ...rest] = given.filter((word) => word !== '--modules' && word !== '--force');
  if (command === 'assets' && folder !== undefined && rest.length === 0 && !folder.startsWith('-')) {
    const files = withModules ? [...FILES, ...(await moduleFiles())] : FILES;
    await copyFiles(files, folder, force);
    if (withModules) {
      console.log(`Copied ${files.length} files to ${folder}.`);
      console.log(`Import them from there: import { createHost } from '${addressOf(folder)}index.js'`);
      return 0;
    }
    console.log(`Copied ${files.length} files to ${folder}: ${files.join(', ')}.`);
    console.log(`Say where they are served: createHost({ assets: assetsAt('${addressOf(folder)}') })`);
    return 0;
  }
  if (command === 'help' || command === '--help' || command === '-h') {
    console.log(HELP);
    return 0;
  }
  console.error(
    command === 'assets'
      ? 'bulkhead assets takes one folder, for example public/bulkhead, and the options --modules and --force\n'
      : HELP,
  );
  return 2;
}

process.exitCode = await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(`bulkhead: ${error.message}`);
  return 1;
});
