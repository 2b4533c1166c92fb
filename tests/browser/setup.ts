import type { Host, HostOptions } from '../../src/index.js';
import { inPage, plainHost } from './plain-host.js';

export { inPage, plainHost };

/** The same for tests that are not about consent: what is installed is switched on. */
export function testHost(options: HostOptions = {}): Host & AsyncDisposable {
  const host = plainHost(options);
  const plugins: Host['plugins'] = {
    ...host.plugins,
    install: (source, install) => host.plugins.install(source, { enable: true, ...install }),
  };
  return { ...host, plugins };
}

/** Source of a plugin with one tool, `main`. */
export const plugin = (body: string, name = 'main', more = ''): string => `
registerTool({ name: '${name}', description: 'test', mode: 'read', parameters: { type: 'object' },
  exec: async (args, ctx) => { ${body} } });
${more}`;

/** What a promise rejected with. */
export async function failure(
  promise: Promise<unknown>,
): Promise<{ code?: string; message: string; details: Record<string, unknown> }> {
  try {
    await promise;
  } catch (error) {
    return error as never;
  }
  throw new Error('it did not reject');
}

/** A source that says nothing, for workers that do not read it. */
export const NOTHING = {
  source: '',
  manifest: '',
  namesTaken: [],
  handwritten: false,
  freshState: 'call' as const,
  packed: null,
};

/** A call that may ask for nothing. */
export const NO_GRANTS = { ports: {}, denials: {}, limits: {}, drop: async () => {} };

/** Source of the same, of a plugin that may see what the page shows of itself once it is installed with `allow: 'all'`. */
export const reader = (body: string, id = 'reader'): string => `export const manifest = { manifest: 1, id: '${id}',
  version: '1.0.0', name: '${id}', permissions: [{ id: 'chat', cap: 'chat.read', reason: 'to see it' }] };\n${plugin(body)}`;
