import type { Host } from '../../../index.js';
import { schemaStudioAdapter, type TypesPlace } from '../../../studio/internal.js';
import { type Context, fieldsOf } from '../base/context.js';
import { saveSettings } from '../base/save-settings.js';
import { changeSettings, readSettings } from '../base/settings.js';
import { settingsStorage } from '../base/settings-storage.js';
import { ownTypesOf, typesIn } from './all-types.js';
import type { MemoryGate } from './gate.js';

interface SchemaParts {
  readonly host: Pick<Host, 'memory'>;
  readonly context: () => Context;
  readonly gate: MemoryGate;
}

/** The studio’s adapter for what memory keeps: for all chats, and for the character that is open. @throws what the memory throws. */
export function schemaStudio(parts: SchemaParts) {
  const { context } = parts;
  const own = ownPlace(parts);
  return schemaStudioAdapter({
    language: context().getCurrentLocale(),
    all: allPlace(parts),
    ...(own && { own }),
    async counts() {
      const chat = await parts.gate.now?.here();
      const { types = [] } = (await chat?.graph.table({ limit: 1 })) ?? {};
      return Object.fromEntries(types.map(({ type, active }) => [type, active]));
    },
    storage: settingsStorage,
  });
}

/** In the host’s settings, so that every device has them. */
const allPlace = ({ host, context }: SchemaParts): TypesPlace => ({
  types: async () => typesIn(context()),
  async setTypes(types) {
    const { types: _, ...memory } = readSettings(context()).memory;
    // First where it may be refused.
    await host.memory.setTypes(types);
    changeSettings(context(), { memory: { ...memory, types: types ?? undefined } as typeof memory });
    await saveSettings(context());
  },
});

/** In the card of the character that is open now, whoever is open later; nothing in a group. */
function ownPlace({ context, gate }: SchemaParts): (TypesPlace & { readonly name: string }) | undefined {
  const { characters, characterId, groupId } = context();
  const index = Number(characterId ?? Number.NaN);
  const { avatar, name = '' } = characters[index] ?? {};
  if (avatar === undefined || groupId || !context().writeExtensionField) return undefined;
  const indexNow = () => context().characters.findIndex((one) => one.avatar === avatar);
  return {
    name,
    types: async () => ownTypesOf({ characterId: indexNow(), characters: context().characters }) ?? null,
    async setTypes(types) {
      const now = indexNow();
      const { data } = fieldsOf(context().characters[now]);
      const kept = fieldsOf(fieldsOf(fieldsOf(data).extensions).bulkhead);
      // The server takes nothing out of a card: an empty list stands for none.
      const memory = { ...fieldsOf(kept.memory), types: types ?? [] };
      await context().writeExtensionField?.(now, 'bulkhead', { ...kept, memory });
      const chat = await gate.now?.here();
      await chat?.types(ownTypesOf(context()));
    },
  };
}
