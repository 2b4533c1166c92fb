export { type SchemaStudioOptions, schemaStudioAdapter, type TypesPlace } from './adapter.js';
export type { MemorySchema } from './schema.js';
export type { Counts } from './try-schema.js';
