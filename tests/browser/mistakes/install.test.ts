import { asking } from '../permissions/plugins.js';
import { plugin } from '../setup.js';
import { type Mistake, mistakes, NET } from './mistakes.js';

const PLAIN = plugin('return 1', 'plain');
const MANIFEST = (more: object) => `export const manifest = ${JSON.stringify(more)};\n${PLAIN}`;

const TABLE: readonly Mistake[] = [
  [
    (host) => host.plugins.install('registerTool()' as never),
    'BAD_ARGS',
    'install takes { code: text }, { url }, { file: a Blob } or { files: a list of { path, blob } }; got `registerTool()`',
  ],
  [
    (host) => host.plugins.install({ source: 'x' } as never),
    'BAD_ARGS',
    'install takes { code: text }, { url }, { file: a Blob } or { files: a list of { path, blob } }; got { source }',
  ],
  [
    (host) => host.plugins.install({ url: 'https://' }),
    'BAD_ARGS',
    'url: `https://` is no URL; give a whole one, or a path from this page',
  ],
  [
    (host) => host.plugins.install({ code: PLAIN }, { enabled: true } as never),
    'BAD_ARGS',
    'install: no option `enabled`; did you mean `enable`?',
  ],
  [
    (host) => host.plugins.install({ code: PLAIN }, true as never),
    'BAD_ARGS',
    'install: options must be an object { allow, expected, forMs, staged, signal, enable, confirm }',
  ],
  [
    (host) => host.plugins.install({ code: PLAIN }, { signal: 5 } as never),
    'BAD_ARGS',
    'signal must be an AbortSignal; got 5',
  ],
  [
    (host) => host.plugins.install({ code: 'export const a = 1' }),
    'NO_TOOL_REGISTERED',
    'the source registers no tool: call registerTool({ … }) while it loads',
  ],
  [
    (host) => host.plugins.install({ code: MANIFEST({ id: 'p1' }) }),
    'MANIFEST_INVALID',
    'manifest: `id`: 3 to 64 lower-case letters, digits, hyphens, for example `my-plugin`; got `p1`',
  ],
  [
    (host) => host.plugins.install({ code: MANIFEST({ id: 'plug-two', permissions: [NET] }) }),
    'MANIFEST_INVALID',
    [
      'the manifest has 3 faults:',
      '`manifest`: missing, and needed to ask for permissions; add `manifest: 1`',
      "`version`: missing, and needed to ask for permissions; add `version: '1.0.0'`",
      "`name`: missing, and needed to ask for permissions; add `name: 'My plugin'`",
    ].join('\n'),
  ],
  [
    (host) => host.plugins.install({ code: asking('plug-two', [{ ...NET, cap: 'network' }], PLAIN) }),
    'MANIFEST_INVALID',
    'manifest: `permissions/0/cap`: one of store, net, chat.read, chat.write, memory.read, memory.write, tool.call, llm, notify, clipboard.write; got `network`, did you mean `net`?',
  ],
  [
    (host) =>
      host.plugins.install({ code: asking('plug-two', [{ ...NET, hosts: ['https://api.example.com/v1'] }], PLAIN) }),
    'MANIFEST_INVALID',
    'manifest: `permissions/0/hosts/0`: a host on the internet, such as api.example.com, without https:// and path; got `https://api.example.com/v1`',
  ],
  [
    (host) => host.plugins.install({ code: asking('plug-two', [{ ...NET, reason: undefined, host: 'x' }], PLAIN) }),
    'MANIFEST_INVALID',
    [
      'the manifest has 2 faults:',
      '`permissions/0/reason`: missing; a text, or one text for each language, with `en` among them, for example `To read the forecast`',
      '`permissions/0/host`: unknown key; did you mean `hosts`? For example `{"hosts":["api.example.com"]}`',
    ].join('\n'),
  ],
  [
    (host) => host.plugins.install({ code: plugin('', 'say-hello') }),
    'NAME_INVALID',
    'Error: "say-hello" is no tool name: letters, digits and _, a letter first, at most 64 (line 2, column 13)',
  ],
  [
    (host) => host.plugins.install({ code: 'registerTool({ name: "a", mode: "rw", exec() {} })' }),
    'MODE_INVALID',
    'TypeError: a: mode must be "read" or "write"; got rw (line 1, column 13)',
  ],
  [
    (host) => host.plugins.install({ code: 'registerTool({ name: "a", mode: "read" })' }),
    'EXEC_INVALID',
    'TypeError: a: exec must be a function; got undefined (line 1, column 13)',
  ],
];

mistakes('installing', TABLE);
