/** Names of the databases of memories begin so. */
const DATABASE = 'bulkhead-memory';

/** True where this browser keeps the memory of some chat, or does not tell. */
export async function memoryIsKept(): Promise<boolean> {
  const databases = await indexedDB.databases?.();
  return databases?.some(({ name = '' }) => name.startsWith(DATABASE)) ?? false;
}
