import { BulkheadError } from '../../worker/protocol/errors.js';
import { type CompiledTools, type CustomTool, compileTools, type GuestMaker } from '../orchestrator/runs/index.js';

type Spec = Pick<CustomTool, 'name' | 'displayName' | 'description' | 'parameters' | 'mode'>;

/** Opens a guest for a skill that came as text. @throws `SOURCE_SYNTAX`, and what keeps any guest from running here. */
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
