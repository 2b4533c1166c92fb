import { type Command, CommandError, EXIT, UsageError } from '../command.js';
import { findingsOf, type PolicyFinding, readPolicies } from '../doctor/csp.js';
import { ask, type Served, served } from '../doctor/served.js';
import type { Terminal } from '../terminal.js';

/** The address of a page. @throws `UsageError` */
function addressOf(text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new UsageError(`bulkhead doctor: ${text} is no address of a page, for example http://localhost:3000/`);
  return new URL(text);
}

const ok = (style: Terminal['style']) => style('green', 'ok   ');
const wrong = (style: Terminal['style']) => style('red', 'wrong');

function printPolicies(findings: readonly PolicyFinding[], header: string | null, { out, style }: Terminal): void {
  out(`\n${style('bold', 'Content-Security-Policy of the page')}`);
  if (header === null) out('  ok    It sends none: nothing is forbidden.');
  for (const { directive, allowed, what, fix, minor } of header === null ? [] : findings) {
    const word = allowed ? ok(style) : minor ? style('yellow', 'note ') : wrong(style);
    out(`  ${word} ${directive} ${allowed ? 'allows' : 'forbids'} ${what}${fix ? `; send: ${fix}` : ''}`);
  }
}

function printFiles(files: readonly Served[], folder: URL, { out, style }: Terminal): void {
  out(`\n${style('bold', `Files at ${folder.href}`)}`);
  const width = Math.max(...files.map(({ name }) => name.length));
  for (const { name, status, type, problem } of files) {
    const about = status === 0 ? '' : `${status}, ${type || 'no content type'}, `;
    const said = problem ?? 'is the file of this version';
    out(`  ${problem === undefined ? ok(style) : wrong(style)} ${name.padEnd(width)}  ${about}${said}`);
  }
  if (files.some(({ status }) => status !== 200)) {
    out('\n  Copy them with `npx bulkhead assets FOLDER`, or name where they are with --assets. A page of a bundler');
    out('  that gives no `assets` loads copies inside the package instead, where its policy allows blob:.');
  }
}

export const doctor: Command = {
  summary: "Look at a served page: its files of this package, and what the page's policy forbids.",
  usage: 'URL',
  options: {
    assets: { type: 'string', value: 'PATH', help: 'where the files are served; default: bulkhead/ beside the page' },
    json: { type: 'boolean', help: 'print one JSON document' },
  },
  examples: ['doctor http://localhost:3000/', 'doctor https://chat.example.com/app/ --assets /static/bulkhead/'],
  async run({ words: [address = ''], flags, values }, terminal) {
    const page = await ask(addressOf(address));
    if (page.failure !== undefined)
      throw new CommandError('UNREACHABLE', `nothing answers at ${address}: ${page.failure}`);
    const url = new URL(page.url);
    const folder = new URL((values.assets ?? 'bulkhead/').replace(/\/?$/, '/'), url);
    const header = page.headers.get('content-security-policy');
    const policies = findingsOf(readPolicies(header), folder, url);
    const files = await served(folder);
    const isPage = page.status === 200;
    const isWell =
      isPage && files.every(({ problem }) => !problem) && policies.every(({ allowed, minor }) => allowed || minor);
    const type = page.headers.get('content-type') ?? '';
    if (flags.json) {
      const about = { url: page.url, status: page.status, type, policy: header };
      terminal.out(JSON.stringify({ ok: isWell, page: about, policies, files }, null, 2));
      return isWell ? EXIT.ok : EXIT.failed;
    }
    const { out, style } = terminal;
    out(`${isPage ? ok(style) : wrong(style)} ${page.url}  ${page.status}, ${type || 'no content type'}`);
    printPolicies(policies, header, terminal);
    printFiles(files, folder, terminal);
    out(isWell ? `\n${style('green', 'All is well.')}` : `\n${style('red', 'Something is wrong')}, as said above.`);
    return isWell ? EXIT.ok : EXIT.failed;
  },
};
