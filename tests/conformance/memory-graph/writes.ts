import { getMemoryGraphWriteApi } from '../../../worker/memory/index.js';
import { encode } from '../../fixtures/memory/decode.js';
import type { Outcome } from '../../fixtures/memory/vectors.js';
import { ruled } from '../../fixtures/memory/write-rulings.js';
import { codesOnly, partsOf, recordedOf, type Sequence } from '../../fixtures/memory/write-vectors.js';
import { onlyTell, unknownKeys, watched, whole } from '../keys.js';
import { type Checked, outcomeOf } from './outcome.js';

/** Sequences of writes, each on one copy of its store. A step is right when answer, commits and store are. */
export async function* writes(file: { readonly sequences: readonly Sequence[] }): AsyncGenerator<Checked> {
  for (const written of file.sequences) {
    const view = watched(written, 'sequence');
    onlyTell(view, 'storeName');
    const sequence = { name: view.name, store: whole(view.store), steps: written.steps };
    const store = structuredClone(sequence.store);
    let commits = 0;
    const onCommit = () => {
      commits += 1;
    };
    const api = getMemoryGraphWriteApi(store, {}, { onCommit }) as unknown as Record<string, (arg: unknown) => unknown>;
    for (const [at, one] of view.steps.entries()) {
      onlyTell(one, 'seedReason');
      const { method, expected, commits: kept, storeAfter, seedExpected, seedStoreAfter } = one;
      const step = {
        ...{ method, commits: kept, args: whole(one.args), expected: whole(expected), storeAfter: whole(storeAfter) },
        ...(seedExpected && { seedExpected: whole(seedExpected) }),
        ...(seedStoreAfter && { seedStoreAfter: whole(seedStoreAfter) }),
      };
      commits = 0;
      const before = structuredClone(store);
      const answer = (await outcomeOf(() => api[method]?.(structuredClone(step.args)[0]))) as Outcome;
      const recorded = recordedOf(sequence, step);
      const both = {
        recorded: { ...recorded, answer: encode(recorded.answer) as Outcome },
        found: { answer: encode(codesOnly(answer)) as Outcome, commits, store: partsOf(store, recorded.store) },
      };
      const place = { sequence, step, number: at + 1, before: partsOf(before, recorded.store) };
      const { same, sentences, ...compared } = ruled(both, place);
      const unknown = unknownKeys(one);
      yield {
        id: `${sequence.name} #${at + 1}`,
        ok: same && unknown === undefined,
        ...(same && sentences.length > 0 && { overruled: sentences.join(' ') }),
        ...(!same && { expected: compared.recorded, actual: compared.found }),
        ...(unknown !== undefined && { actual: unknown }),
      };
    }
    // Each step has been looked at by itself.
    onlyTell(view, 'steps');
    const unknown = unknownKeys(view);
    if (unknown !== undefined) yield { id: sequence.name, ok: false, actual: unknown };
  }
}
