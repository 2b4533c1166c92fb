import { spawn } from 'node:child_process';
import { programOf } from './bundles.js';

/** What each job gives in a Node of its own, by its name. @throws what Node says, when a job fails there. */
export async function resultsInNode(names: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const program = await programOf(names);
  if ('refused' in program) throw new Error(program.refused);
  // Without the options of the test runner, which are no part of a plain Node.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, ['-'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let [printed, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  child.stdin.end(program.source);
  const status = await new Promise((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`Node: ${said}`);
  return new Map(JSON.parse(printed) as [string, unknown][]);
}
