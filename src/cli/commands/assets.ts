import { type Command, EXIT } from '../command.js';
import { copyFiles, FILES, moduleFiles } from '../internal.js';

/** The address under which most servers have a folder: what they serve begins below `public` or `static`. */
function addressOf(folder: string): string {
  const parts = folder.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  return `/${parts.slice(parts[0] === 'public' || parts[0] === 'static' ? 1 : 0).join('/')}/`;
}

export const assets: Command = {
  summary: 'Copy the files that a page serves beside the bundle.',
  usage: 'FOLDER',
  options: {
    modules: { type: 'boolean', help: 'copy the modules too, for a page without a bundler' },
    force: { type: 'boolean', help: 'replace files of the same names that it did not write' },
  },
  examples: ['assets public/bulkhead', 'assets public/bulkhead --modules'],
  async run({ words: [folder = ''], flags }, { out }) {
    const files = flags.modules ? [...FILES, ...(await moduleFiles())] : FILES;
    await copyFiles(files, folder, flags.force === true);
    if (flags.modules) {
      out(`Copied ${files.length} files to ${folder}.`);
      out(`Import them from there: import { createHost } from '${addressOf(folder)}index.js'`);
      return EXIT.ok;
    }
    out(`Copied ${files.length} files to ${folder}: ${files.join(', ')}.`);
    out(`Say where they are served: createHost({ assets: assetsAt('${addressOf(folder)}') })`);
    return EXIT.ok;
  },
};
