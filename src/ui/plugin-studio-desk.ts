import type { Host } from '../index.js';
import type { PluginDesk } from '../studio/plugin/plugin-adapter.js';
import { BulkheadConsent } from './consent.js';
import { listenTo } from './element.js';
import { saveFile } from './save-file.js';

/** What a page does for the plugin studio: texts are edited in a sheet, files are handed over, and consent is asked as anywhere else. */
export function pluginStudioDesk(host: Pick<Host, 'plugins' | 'secrets'>, parent: Element = document.body): PluginDesk {
  return {
    async edit(text) {
      const { BulkheadCodeSheet } = await import('./code-sheet.js');
      const sheet = new BulkheadCodeSheet();
      parent.append(sheet);
      try {
        return await sheet.open(text);
      } finally {
        sheet.remove();
      }
    },
    save: (name, text) => void saveFile(name, text, 'text/javascript'),
    async review({ id }) {
      const sheet = new BulkheadConsent();
      parent.append(sheet);
      try {
        await decide(host, sheet, id);
      } finally {
        sheet.remove();
      }
    },
  };
}

/** Shows what a plugin asks for, and carries out what the user says. @throws as `Plugins.enable`, `Secrets.set`. */
async function decide(host: Pick<Host, 'plugins' | 'secrets'>, sheet: BulkheadConsent, id: string): Promise<void> {
  const review = await host.plugins.review(id);
  const { allow, secrets } = await new Promise<{ allow: Parameters<Host['plugins']['enable']>[1]; secrets: object }>(
    (resolve) => {
      listenTo(sheet, 'bh-consent', (said, event) => {
        event.stopPropagation();
        resolve({ allow: said.allow === null ? undefined : { allow: said.allow }, secrets: said.secrets });
      });
      sheet.review = review;
    },
  );
  if (allow === undefined) return;
  for (const [name, value] of Object.entries(secrets)) await host.secrets.set(id, name, String(value));
  await host.plugins.enable(id, allow);
}
