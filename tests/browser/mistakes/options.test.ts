import { createHost } from '../../../src/index.js';
import { type Mistake, mistakes } from './mistakes.js';

const TABLE: readonly Mistake[] = [
  [() => createHost({ polcy: {} } as never), 'BAD_ARGS', 'createHost: no option `polcy`; did you mean `policy`?'],
  [
    () => createHost({ timeoutMs: 5 } as never),
    'BAD_ARGS',
    'createHost: no option `timeoutMs`; one of assets, policy, freshState, spareWorkers, limits, skills, store, storage, embeddings, services, capabilities, context, bridge, caller, reviewImport',
  ],
  [
    () => createHost({ limits: { timeout: 5 } } as never),
    'BAD_ARGS',
    'limits: no option `timeout`; did you mean `timeoutMs`?',
  ],
  [
    () => createHost({ limits: { timeoutMs: '5s' } } as never),
    'BAD_ARGS',
    'limits.timeoutMs: a known limit above 0; got 5s',
  ],
  [
    () => createHost({ policy: { requireWall: [5] } } as never),
    'BAD_ARGS',
    'policy: no option `requireWall`; did you mean `requireWalls`?',
  ],
  [
    () => createHost({ policy: { requireWalls: 5 } } as never),
    'BAD_ARGS',
    'policy.requireWalls: a list of 1, 2, 3, 4, 5; got 5',
  ],
  [
    () => createHost({ policy: { forbid: ['network'] } } as never),
    'BAD_ARGS',
    'policy.forbid: a list of store, net, chat.read, chat.write, memory.read, memory.write, tool.call, llm, notify, clipboard.write; got network',
  ],
  [
    () => createHost({ policy: { maxScope: 'forever' } } as never),
    'BAD_ARGS',
    'policy.maxScope: one of call, chat, character, always; got forever',
  ],
  [
    () => createHost({ services: { chats: {} } } as never),
    'BAD_ARGS',
    'services: no option `chats`; did you mean `chat`?',
  ],
  [
    () => createHost({ services: { llm: async () => '' } } as never),
    'BAD_ARGS',
    'services.llm must be { complete }; got function',
  ],
  [
    () => createHost({ assets: '/bulkhead/' } as never),
    'BAD_ARGS',
    'assets must be an object; got /bulkhead/: pass assetsAt(…)',
  ],
  [
    () => createHost({ assets: { wokrer: '/x.js' } } as never),
    'BAD_ARGS',
    'assets: no option `wokrer`; did you mean `worker`?',
  ],
  [() => createHost({ freshState: 'never' } as never), 'BAD_ARGS', 'freshState: one of call, guest; got never'],
  [() => createHost({ spareWorkers: 4 } as never), 'BAD_ARGS', 'spareWorkers: one of 0, 1; got 4'],
];

mistakes('options of createHost', TABLE);
