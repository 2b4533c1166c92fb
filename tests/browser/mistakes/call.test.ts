import { type Mistake, mistakes } from './mistakes.js';

const spec = { name: 'x1', mode: 'read', exec: () => 1 };

const TABLE: readonly Mistake[] = [
  [
    (host) => host.tools.execute('greet', {}),
    'PLUGIN_DISABLED',
    "`greet` belongs to `plug-one`, which is off: `plugins.enable('plug-one')`",
  ],
  [(host) => host.tools.execute('lok', {}), 'TOOL_NOT_FOUND', 'no tool is named `lok`; did you mean `look`?'],
  [
    (host) => host.tools.execute('zzz', {}),
    'TOOL_NOT_FOUND',
    'no tool is named `zzz`; `tools.list()` has those that are',
  ],
  [
    (host) => host.tools.execute('look', { url: undefined }),
    'ARGUMENTS_UNSERIALIZABLE',
    'the argument `url` is undefined; leave it out, or pass null',
  ],
  [
    (host) => host.tools.execute('look', { list: [() => 1] }),
    'ARGUMENTS_UNSERIALIZABLE',
    'the argument `list/0` is a function; pass data instead',
  ],
  [
    (host) => host.tools.execute('look', { n: 1n }),
    'ARGUMENTS_UNSERIALIZABLE',
    'the argument `n` is a BigInt; pass a number or a text instead',
  ],
  [
    (host) => host.tools.execute('look', '{"url":1}'),
    'TOOL_ARGUMENTS_INVALID',
    'look: arguments: must be of type object; got string.',
  ],
  [
    (host) => host.tools.execute('look', {}, { timeout: 5 } as never),
    'BAD_ARGS',
    'execute: no option `timeout`; did you mean `timeoutMs`?',
  ],
  [
    (host) => host.tools.execute('look', {}, { retries: 5 } as never),
    'BAD_ARGS',
    'execute: no option `retries`; one of signal, timeoutMs, cpuMs, onProgress, onLog',
  ],
  [
    (host) => host.tools.execute('look', {}, { timeoutMs: '5s' } as never),
    'BAD_ARGS',
    'timeoutMs must be a number of milliseconds above 0; got `5s`',
  ],
  [(host) => host.tools.execute('look', {}, 5000 as never), 'BAD_ARGS', 'options must be an object; got 5000'],
  [
    (host) => host.tools.simulate('look', {}, { onlog: () => {} } as never),
    'BAD_ARGS',
    'simulate: no option `onlog`; did you mean `onLog`?',
  ],
  [
    (host) => host.tools.executeBatch('look' as never),
    'BAD_ARGS',
    'executeBatch takes a list of { name, args }; got look',
  ],
  [
    (host) => host.tools.commit({} as never),
    'BAD_ARGS',
    'commit takes the effects of a simulation: `(await tools.simulate(name, args)).effects`',
  ],
  [
    (host) => host.tools.register({ ...spec } as never, {} as never),
    'BAD_ARGS',
    "pass { owner: 'a-name' }; got undefined",
  ],
  [
    (host) => host.tools.register({ ...spec, name: 'say-hello' } as never, { owner: 'page' }),
    'NAME_INVALID',
    '"say-hello" is no tool name: letters, digits and _, a letter first, at most 64',
  ],
  [
    (host) => host.tools.register({ ...spec, name: 'look' } as never, { owner: 'page' }),
    'NAME_TAKEN',
    'the tool name look belongs to looker; choose another',
  ],
  [
    (host) => host.tools.register({ ...spec, name: 'chat_search' } as never, { owner: 'page' }),
    'NAME_RESERVED',
    'chat_search is the name of a built-in; choose another',
  ],
  [
    (host) => host.tools.register({ ...spec, mode: 'rw' } as never, { owner: 'page' }),
    'MODE_INVALID',
    'x1: mode must be "read" or "write"; got rw',
  ],
  [
    (host) => host.tools.register('look' as never, { owner: 'page' }),
    'SPEC_INVALID',
    'a tool is an object { name, description, parameters, mode, exec }; got string',
  ],
  [
    (host) => host.tools.execute('look', { url: 'https://data.example.com/' }),
    'CAPABILITY_DENIED',
    'not granted: net data.example.com is in no permission of the manifest; add { "id": "net", "cap": "net", "hosts": ["data.example.com"], "reason": "Why this plugin needs it" } to permissions',
  ],
  [
    (host) => host.tools.execute('look', { url: 'https://api.example.com/' }),
    'CAPABILITY_DENIED',
    "not granted: permissions/0 (api): net api.example.com was not granted by the user; to grant it: `plugins.enable('looker', { allow: … })`",
  ],
  [
    (host) => host.tools.register(spec as never, { owner: 'page', aks: {} } as never),
    'BAD_ARGS',
    'register: no option `aks`; one of owner, ask',
  ],
  [
    (host) => host.tools.search('look', { singal: undefined, limit: 5 } as never),
    'BAD_ARGS',
    'search: no option `limit`; one of signal',
  ],
  [
    (host) => host.connect(5 as never, { owner: 'x' }),
    'BAD_ARGS',
    'connect takes a MessagePort, such as `port1` of a new MessageChannel; got `5`',
  ],
  [
    (host) => host.connect(new MessageChannel().port1, {} as never),
    'BAD_ARGS',
    "connect: pass { owner: 'a-name' }; got `undefined`",
  ],
  [
    (host) => host.connect(new MessageChannel().port1, { owner: 'x', mayexecute: () => true } as never),
    'BAD_ARGS',
    'connect: no option `mayexecute`; did you mean `mayExecute`?',
  ],
];

mistakes('calling and registering tools', TABLE);
