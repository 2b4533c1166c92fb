import type { Host, PluginReview } from '../../index.js';
import type { PluginActions } from '../../studio/internal.js';
import { type BulkheadEvents, listenTo } from '../shared/element.js';
import { saveFile } from '../shared/save-file.js';
import { BulkheadConsent } from './consent.js';

/**
 * What a page does for the plugin studio: texts are edited in a sheet, files are handed over, and consent is asked as anywhere else.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { pluginStudioAdapter } from 'bulkhead/studio';
 * import { pluginStudioActions } from 'bulkhead/ui';
 * const host = createHost();
 * const adapter = await pluginStudioAdapter({ host, actions: pluginStudioActions(host) });
 */
export function pluginStudioActions(
  host: Pick<Host, 'plugins' | 'secrets'>,
  parent: Element = document.body,
): PluginActions {
  return {
    async edit(text) {
      const { BulkheadCodeSheet } = await import('../code/code-sheet.js');
      const sheet = new BulkheadCodeSheet();
      parent.append(sheet);
      try {
        return await sheet.open(text);
      } finally {
        sheet.remove();
      }
    },
    save: (name, text) => void saveFile(name, text, 'text/javascript'),
    async review(review) {
      const sheet = new BulkheadConsent();
      parent.append(sheet);
      try {
        return await decide(host, sheet, review);
      } finally {
        sheet.remove();
      }
    },
  };
}

/** Shows what a plugin asks for. @returns what carries out a yes, once it is installed; `null` for a no. */
async function decide(
  host: Pick<Host, 'plugins' | 'secrets'>,
  sheet: BulkheadConsent,
  review: PluginReview,
): Promise<(() => Promise<void>) | null> {
  const { id, allow, expected, secrets } = await new Promise<BulkheadEvents['bh-consent']>((resolve) => {
    listenTo(sheet, 'bh-consent', (said, event) => {
      event.stopPropagation();
      resolve(said);
    });
    sheet.review = review;
  });
  if (allow === null) return null;
  return async () => {
    await host.plugins.enable(id, { allow, ...(expected && { expected }) });
    // A secret is for the plugin that was shown, so not before that is sure.
    for (const [name, value] of Object.entries(secrets)) await host.secrets.set(id, name, value);
  };
}
