import { copyFiles, FILES, moduleFiles } from './internal.js';

const HELP = `bulkhead: the command line of the package of that name

  npx bulkhead assets FOLDER             copies the files that a page serves beside the bundle, for example to public/bulkhead
  npx bulkhead assets FOLDER --modules   copies the modules too, for a page without a bundler
  npx bulkhead help                      shows this text
`;

/** The address under which most servers have a folder: what they serve begins below `public` or `static`. */
function addressOf(folder: string): string {
  const parts = folder.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  return `/${parts.slice(parts[0] === 'public' || parts[0] === 'static' ? 1 : 0).join('/')}/`;
}

/** Runs a command. @returns the exit code: 0, or 2 for a command that does not exist. */
async function run([command, ...given]: readonly string[]): Promise<number> {
  const withModules = given.includes('--modules');
  const [folder, ...rest] = given.filter((word) => word !== '--modules');
  if (command === 'assets' && folder !== undefined && rest.length === 0 && !folder.startsWith('-')) {
    await copyFiles(FILES, folder);
    if (withModules) {
      const modules = await moduleFiles();
      await copyFiles(modules, folder);
      console.log(`Copied ${FILES.length + modules.length} files to ${folder}.`);
      console.log(`Import them from there: import { createHost } from '${addressOf(folder)}index.js'`);
      return 0;
    }
    console.log(`Copied ${FILES.length} files to ${folder}: ${FILES.join(', ')}.`);
    console.log(`Say where they are served: createHost({ assets: assetsAt('${addressOf(folder)}') })`);
    return 0;
  }
  if (command === 'help' || command === '--help' || command === '-h') {
    console.log(HELP);
    return 0;
  }
  console.error(
    command === 'assets' ? 'bulkhead assets takes one folder, for example public/bulkhead, and --modules\n' : HELP,
  );
  return 2;
}

process.exitCode = await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(`bulkhead: ${error.message}`);
  return 1;
});
