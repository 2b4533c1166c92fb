import * as z from 'zod/mini';
import { manifestSchema, PACKAGE_KEYS } from './manifest.js';

/** JSON Schema (2020-12) of `bulkhead.json`, for editors. References between keys are checked at installation only. */
export function manifestJsonSchema(): { readonly [key: string]: unknown } {
  const schema = z.toJSONSchema(manifestSchema, { io: 'input', reused: 'ref' });
  return {
    ...schema,
    patternProperties: { '^x-': {} },
    title: 'bulkhead.json',
    description: 'What a Bulkhead plugin says about itself, and what it asks its user for.',
    required: [...PACKAGE_KEYS],
  };
}
