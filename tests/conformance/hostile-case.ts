import { RULINGS } from './hostile-rulings.js';
import { onlyTell, unknownKeys, watched, whole } from './keys.js';

/** A guest program that means harm, as the vectors have it. */
export interface HostileCase {
  readonly id: string;
  readonly source: string;
  readonly phase: 'load' | 'call';
  readonly expectation: 'error' | 'terminated' | 'contained';
  readonly repeat: number;
  /** Sentences on what must still hold. */
  readonly after: readonly string[];
  /** The exact result, where there is one. */
  readonly expectResult?: unknown;
  /** Why that is another result than the recorded one. */
  readonly overruled?: string;
}

const PHASES: readonly string[] = ['load', 'call'];
const EXPECTATIONS: readonly string[] = ['error', 'terminated', 'contained'];

/** A program with the keys that are known here. @throws for a key or a word that is not. */
export function hostileCase(written: unknown): HostileCase {
  const view = watched(written as HostileCase, 'case');
  onlyTell(view, 'category', 'measured', 'ref');
  const { id, source, phase, expectation, repeat = 1 } = view;
  const ruling = RULINGS[id];
  const program = {
    ...{ id, source, phase, expectation, repeat, after: whole(view.after) ?? [] },
    ...('expectResult' in view && { expectResult: whole(view.expectResult) }),
    ...(ruling && { expectResult: ruling.expectResult, overruled: ruling.sentence }),
  };
  const unknown = unknownKeys(view);
  if (unknown !== undefined) throw new Error(unknown);
  if (!PHASES.includes(phase)) throw new Error(`unknown: case.phase ${phase}`);
  if (!EXPECTATIONS.includes(expectation)) throw new Error(`unknown: case.expectation ${expectation}`);
  return program;
}
