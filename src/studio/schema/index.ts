export { type SchemaStudioOptions, schemaStudioAdapter, type TypesPlace } from './adapter.js';
export type { Counts, MemorySchema } from './schema.js';
