import type { ProfileMode } from '../../../engine/internal.js';
import type { Host } from '../../../index.js';
import { type Adapter, installedPlugin, pluginStudioAdapter } from '../../../studio/internal.js';
import { language, useLanguage } from '../../../ui/i18n/language.js';
import { pluginStudioActions } from '../../../ui/plugins/plugin-studio-actions.js';
import type { Parts } from '../base/parts.js';
import type { MemoryGate } from '../memory/gate.js';
import { schemaStudio } from '../memory/studio.js';
import type { ModesGate } from '../modes/gate.js';
import { modeStudio } from '../modes/studio.js';

interface OwnParts extends Pick<Parts, 'host' | 'context'> {
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
  const actions = () => pluginStudioActions(host, document.querySelector('dialog.luker-studio[open]') ?? document.body);
  return (await pluginStudioAdapter<object>({
    ...{ host, language },
    ...(id !== undefined && { plugin: await installedPlugin(host, id) }),
    actions: {
      edit: async (text) => (await actions().edit?.(text)) ?? null,
      save: (name, text) => actions().save?.(name, text),
      review: async (review) => (await actions().review?.(review)) ?? null,
    },
  })) as AnyAdapter;
}
