import type { Host, ToolKind } from '../../../src/index.js';
import { evaluate } from '../../fixtures/evaluate.js';
import { Extension } from '../../fixtures/extension.js';

/** What a registration that was refused says, wherever the tool was declared. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly isTypeError: boolean;
}

/** A place where tools run. The text of a spec is evaluated there. */
export interface Kind {
  readonly kind: ToolKind;
  /** @returns why it was refused, or nothing. */
  register(spec: string): Promise<Refusal | undefined>;
  /** Takes out whatever it registered. */
  clear(): Promise<void>;
}

const OWNER = 'the-author';
/** Of the guest: its user lets it see what the page shows of itself. */
const MANIFEST = JSON.stringify({
  manifest: 1,
  id: OWNER,
  version: '1.0.0',
  name: 'Author',
  permissions: [{ id: 'chat', cap: 'chat.read', reason: 'to see the chat' }],
});

async function refusalOf(work: Promise<unknown>): Promise<Refusal | undefined> {
  const [settled] = await Promise.allSettled([work]);
  if (settled.status === 'fulfilled') return undefined;
  const error = settled.reason;
  const isTypeError =
    error instanceof TypeError || error.isTypeError === true || error.details?.guest?.name === 'TypeError';
  return { code: error.code, message: error.message, isTypeError };
}

function pageKind(host: Host): Kind {
  const { orchestrator } = host;
  return {
    kind: 'page',
    register: (spec) =>
      refusalOf((async () => orchestrator.registerOrchestrationTool(evaluate(spec), { owner: OWNER }))()),
    async clear() {
      for (const { name, owner, kind } of host.tools.list()) {
        if (kind === 'page' && owner === OWNER) orchestrator.unregisterOrchestrationTool(name, { owner });
      }
    },
  };
}

function portKind(host: Host, extension: Extension): Kind {
  return {
    kind: 'port',
    register: (spec) => refusalOf(extension.ask({ do: 'register', spec })),
    async clear() {
      for (const { name, kind } of host.tools.list())
        if (kind === 'port') await extension.ask({ do: 'unregister', name });
    },
  };
}

function guestKind(host: Host): Kind {
  return {
    kind: 'plugin',
    register: (spec) =>
      refusalOf(
        host.plugins.install(
          { code: `export const manifest = ${MANIFEST}; registerOrchestrationTool(${spec});` },
          { enable: true, allow: 'all' },
        ),
      ),
    async clear() {
      if ((await host.plugins.list()).some(({ id }) => id === OWNER)) await host.plugins.remove(OWNER);
    },
  };
}

/** The three kinds of tools on one host. */
export async function openKinds(host: Host): Promise<{ kinds: readonly Kind[]; extension: Extension }> {
  const { extension } = await Extension.open(host, { owner: OWNER });
  return { kinds: [pageKind(host), portKind(host, extension), guestKind(host)], extension };
}
