import { BulkheadError } from '../../worker/protocol/errors.js';
import type { CompiledTools, CustomTool, GuestMaker } from '../orchestrator/runs/index.js';
import { compileTools } from '../orchestrator/runs/index.js';

type Spec = Pick<CustomTool, 'name' | 'displayName' | 'description' | 'parameters' | 'mode'>;

/**
 * Opens a guest for a skill that came as text: the text of a function, as it would be registered in the page.
 * @throws `SOURCE_SYNTAX` when it does not compile, and what keeps any guest from running here.
 */
export async function openGuestSkill(
  guests: GuestMaker,
  spec: Spec,
  name: string,
  source: string,
): Promise<CompiledTools> {
  const body = `const action = (${source}\n);
return action({ name: ${JSON.stringify(name)}, args, rawArgs: JSON.stringify(args) }, ctx.signal);`;
  const compiled = await compileTools(guests, [{ ...spec, body, simulateBody: '' }]);
  const [skipped] = compiled.skipped;
  if (skipped) {
    await compiled.close();
    throw new BulkheadError('SOURCE_SYNTAX', `${name}: ${skipped.error}`);
  }
  return compiled;
}
