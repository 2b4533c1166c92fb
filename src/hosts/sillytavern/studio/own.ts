import type { ProfileMode } from '../../../engine/internal.js';
import type { Host } from '../../../index.js';
import type { Adapter } from '../../../studio/internal.js';
import { installedPlugin, pluginStudioAdapter } from '../../../studio/internal.js';
import { language, useLanguage } from '../../../ui/i18n/language.js';
import { pluginStudioDesk } from '../../../ui/plugins/plugin-studio-desk.js';
import type { Context } from '../base/context.js';
import type { MemoryGate } from '../memory/gate.js';
import { schemaStudio } from '../memory/studio.js';
import type { ModesGate } from '../modes/gate.js';
import { modeStudio } from '../modes/studio.js';

export interface OwnParts {
  readonly host: Host;
  readonly context: () => Context;
  readonly memory: MemoryGate;
  readonly modes: ModesGate;
}

/** What can be edited here: a new tool or an installed one, what memory keeps, how a mode works. */
export type OwnOffer =
  | { readonly kind: 'plugin'; readonly id?: string }
  | { readonly kind: 'schema' }
  | { readonly kind: 'profile'; readonly mode: ProfileMode };

type AnyAdapter = Adapter<unknown, object>;

/** The adapter for an offer, as it stands now. @throws what reading it throws. */
export async function ownAdapter(parts: OwnParts, offer: OwnOffer): Promise<AnyAdapter> {
  const { host, context, memory, modes } = parts;
  useLanguage(context().getCurrentLocale());
  if (offer.kind === 'plugin') return plugin(host, offer.id);
  if (offer.kind === 'schema') return (await schemaStudio({ host, context, gate: memory })) as AnyAdapter;
  return (await modeStudio({ context, gate: modes }, offer.mode)) as AnyAdapter;
}

async function plugin(host: Host, id: string | undefined): Promise<AnyAdapter> {
  // Over the studio that is open then: keys that are pressed in a sheet are not the host's.
  const desk = () => pluginStudioDesk(host, document.querySelector('dialog.luker-studio[open]') ?? document.body);
  return (await pluginStudioAdapter<object>({
    ...{ host, language },
    ...(id !== undefined && { plugin: await installedPlugin(host, id) }),
    desk: {
      edit: async (text) => (await desk().edit?.(text)) ?? null,
      save: (name, text) => desk().save?.(name, text),
      review: async (review) => (await desk().review?.(review)) ?? null,
    },
  })) as AnyAdapter;
}
