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
  /** @returns why it was refused, or nothing. `owner`: whose it is; without one always the same author's. */
  register(spec: string, owner?: string): Promise<Refusal | undefined>;
  /** Takes out whatever it registered. */
  clear(): Promise<void>;
}

const OWNER = 'the-author';
/** Of the guest: its user lets it see what the page shows of itself. */
const manifestOf = (id: string): string =>
  JSON.stringify({
    ...{ manifest: 1, id, version: '1.0.0', name: 'Author' },
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
    register: (spec, owner = OWNER) =>
      refusalOf((async () => orchestrator.registerOrchestrationTool(evaluate(spec), { owner }))()),
    async clear() {
      for (const { name, owner, kind, source } of host.tools.list()) {
        if (kind === 'page' && source === 'extension') orchestrator.unregisterOrchestrationTool(name, { owner });
      }
    },
  };
}

function portKind(host: Host, extension: Extension): Kind {
  const others = new Map<string, Extension>();
  const of = async (owner: string): Promise<Extension> => {
    const known = owner === OWNER ? extension : others.get(owner);
    if (known) return known;
    const opened = await Extension.open(host, { owner });
    others.set(owner, opened.extension);
    return opened.extension;
  };
  return {
    kind: 'port',
    register: async (spec, owner = OWNER) => refusalOf((await of(owner)).ask({ do: 'register', spec })),
    async clear() {
      for (const { name, kind, owner } of host.tools.list())
        if (kind === 'port') await (await of(owner)).ask({ do: 'unregister', name });
      for (const other of others.values()) {
        await other.ask({ do: 'disconnect' });
        other.kill();
      }
      others.clear();
    },
  };
}

function guestKind(host: Host): Kind {
  return {
    kind: 'plugin',
    register: (spec, owner = OWNER) =>
      refusalOf(
        host.plugins.install(
          { code: `export const manifest = ${manifestOf(owner)}; registerOrchestrationTool(${spec});` },
          { enable: true, allow: 'all' },
        ),
      ),
    async clear() {
      for (const { id } of await host.plugins.list()) await host.plugins.remove(id);
    },
  };
}

/** The three kinds of tools on one host. */
export async function openKinds(host: Host): Promise<{ kinds: readonly Kind[]; extension: Extension }> {
  const { extension } = await Extension.open(host, { owner: OWNER });
  return { kinds: [pageKind(host), portKind(host, extension), guestKind(host)], extension };
}
