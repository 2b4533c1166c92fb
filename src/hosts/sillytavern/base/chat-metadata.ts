import { type Context, type Fields, fieldsOf } from './context.js';

const KEY = 'bulkhead';

/** What the file of the open chat keeps for us. It may be a stranger's. */
export const keptWithChat = ({ chatMetadata }: Pick<Context, 'chatMetadata'>): Fields => fieldsOf(chatMetadata?.[KEY]);

/** Changes some of it; `undefined` takes a field out. It is saved with the chat when the host next does so. */
export function keepWithChat(context: Context, change: Fields): void {
  const { chatMetadata } = context;
  if (!chatMetadata) return;
  const kept = Object.entries({ ...keptWithChat(context), ...change }).filter(([, value]) => value !== undefined);
  if (kept.length > 0) chatMetadata[KEY] = Object.fromEntries(kept);
  else delete chatMetadata[KEY];
  if (context.saveMetadataDebounced) context.saveMetadataDebounced();
  else context.saveMetadata().catch(reportError);
}
