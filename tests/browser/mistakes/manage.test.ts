import { type Mistake, mistakes } from './mistakes.js';

const TABLE: readonly Mistake[] = [
  [
    (host) => host.plugins.enable('plug-on'),
    'PLUGIN_NOT_FOUND',
    'no plugin `plug-on` is installed; did you mean `plug-one`?',
  ],
  [
    (host) => host.plugins.enable('looker', { allow: { apo: 'always' } } as never),
    'BAD_ARGS',
    'allow: `apo` is no permission of looker; did you mean `api`?',
  ],
  [
    (host) => host.plugins.enable('looker', { allow: { api: 'for ever' } } as never),
    'BAD_ARGS',
    'allow.api: one of always; got `for ever`',
  ],
  [
    (host) => host.plugins.enable('looker', { allow: ['api'] } as never),
    'BAD_ARGS',
    'allow: \'all\', or { id of a permission: how far }; got `["api"]`',
  ],
  [
    (host) => host.plugins.enable('looker', { forMS: 5 } as never),
    'BAD_ARGS',
    'enable: no option `forMS`; did you mean `forMs`?',
  ],
  [
    (host) => host.plugins.enable('looker', { forMs: 'an hour' } as never),
    'BAD_ARGS',
    'forMs: milliseconds above 0; got `an hour`',
  ],
  [
    (host) => host.plugins.remove('looker', { wip: true } as never),
    'BAD_ARGS',
    'remove: no option `wip`; did you mean `wipe`?',
  ],
  [
    (host) => host.plugins.revoke('looker', 'network'),
    'BAD_ARGS',
    "revoke: `network` is no permission and no tool of looker; see `plugins.review('looker')`",
  ],
  [
    (host) => host.secrets.set('looker', 'TOKENS', '12345678'),
    'BAD_ARGS',
    'TOKENS is no secret of looker: its secrets are TOKEN',
  ],
  [(host) => host.secrets.set('looker', 'TOKEN', 'short'), 'BAD_ARGS', 'the secret TOKEN: 8 to 4096 characters; got 5'],
  [(host) => host.audit.query({ limit: 5000 }), 'BAD_ARGS', 'limit: 1 to 1000; got `5000`'],
];

mistakes('granting, secrets and the log', TABLE);
