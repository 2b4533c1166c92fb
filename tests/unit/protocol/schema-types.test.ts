import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { AuditNote, auditNote } from '../../../worker/protocol/audit.js';
import type {
  ChatOperation,
  chatOperation,
  Effect,
  effectSchema,
  MemoryChange,
  memoryChange,
  ReadMark,
  readMark,
} from '../../../worker/protocol/effects.js';
import type {
  Grant,
  grantSchema,
  PinnedTool,
  pinnedTool,
  Scope,
  scopeSchema,
} from '../../../worker/protocol/grants.js';
import type { Manifest, manifestSchema } from '../../../worker/protocol/manifest.js';
import type { LocalText, localText } from '../../../worker/protocol/texts.js';

/** Our types say `readonly`, which those of schemas never do; in everything else they have to be the same. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
type Checked<S extends z.ZodMiniType> = Frozen<z.output<S>>;

// The comparison is made by `tsc -b`: a difference is an error there.
test('types that are written out are exactly those that the schemas check', () => {
  expectTypeOf<Frozen<AuditNote>>().toEqualTypeOf<Checked<typeof auditNote>>();
  expectTypeOf<Frozen<ChatOperation>>().toEqualTypeOf<Checked<typeof chatOperation>>();
  expectTypeOf<Frozen<MemoryChange>>().toEqualTypeOf<Checked<typeof memoryChange>>();
  expectTypeOf<Frozen<Effect>>().toEqualTypeOf<Checked<typeof effectSchema>>();
  expectTypeOf<Frozen<ReadMark>>().toEqualTypeOf<Checked<typeof readMark>>();
  expectTypeOf<Frozen<Scope>>().toEqualTypeOf<Checked<typeof scopeSchema>>();
  expectTypeOf<Frozen<PinnedTool>>().toEqualTypeOf<Checked<typeof pinnedTool>>();
  expectTypeOf<Frozen<Grant>>().toEqualTypeOf<Checked<typeof grantSchema>>();
  expectTypeOf<Frozen<LocalText>>().toEqualTypeOf<Checked<ReturnType<typeof localText>>>();
  expectTypeOf<Frozen<Manifest>>().toEqualTypeOf<Checked<typeof manifestSchema>>();
});
