import { allowedNodeEnvironmentFlags } from 'node:process';

/** Paths of the files that the process of a tool worker may read. */
export interface ProcessFiles {
  /** What the process begins with. */
  readonly entry: string;
  /** The script of tool workers, and the engine. */
  readonly script: string;
  readonly engine: string;
}

/** By its name in newer and in older versions of Node. */
const FLAGS = ['--permission', '--experimental-permission'];

/**
 * Arguments of Node for such a process: it may read these files, and has no other right that Node's permission model knows.
 * `undefined` for a Node without one.
 */
export function processArguments({ entry, script, engine }: ProcessFiles): readonly string[] | undefined {
  const flag = FLAGS.find((name) => allowedNodeEnvironmentFlags.has(name));
  if (flag === undefined) return undefined;
  return [flag, ...[entry, script, engine].map((file) => `--allow-fs-read=${file}`), entry, script, engine];
}
