import { expect, test } from 'vitest';
import type { Host } from '../../../src/index.js';
import { asking, tool } from '../permissions/plugins.js';
import { plainHost } from '../setup.js';

/** What is done wrong, and the code and the whole message of what comes of it. */
export type Mistake = readonly [make: (host: Host) => unknown, code: string, message: string];

/** The permission of the plugin `looker`. */
export const NET = { id: 'api', cap: 'net', hosts: ['api.example.com'], reason: 'to ask', secrets: ['TOKEN'] };

async function thrown(make: () => unknown): Promise<{ readonly code: unknown; readonly message: unknown } | undefined> {
  try {
    await make();
  } catch (error) {
    const { code, message } = Object(error) as { code: unknown; message: unknown };
    return { code, message };
  }
  return undefined;
}

/** Makes each mistake on a host with the plugins `plug-one`, which is off, and `looker`, which is on and granted nothing. */
export function mistakes(about: string, table: readonly Mistake[]): void {
  test(`mistakes in ${about} are answered with the rule and the next step`, async () => {
    await using host = plainHost({ store: null });
    await host.plugins.install({ code: asking('plug-one', [], tool('greet', 'read', 'return 1')) });
    const looks = asking('looker', [NET], tool('look', 'read', 'return ctx.net.fetch(args.url)'));
    await host.plugins.install({ code: looks }, { enable: true, allow: {} });
    for (const [make, code, message] of table) {
      expect(await thrown(() => make(host)), String(make)).toEqual({ code, message });
    }
  });
}
