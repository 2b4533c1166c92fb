import { toolDefinition } from '../base/calls.js';
import type { Executed, StudioCall, StudioSession, ToolDefinition } from '../base/types.js';
import { Arguments, wrong } from './arguments.js';

export interface Edited<Profile> {
  readonly profile: Profile;
  readonly action: string;
}

/** A tool that edits a profile: it makes another one, and leaves the one it was given as it is. */
export interface EditTool<Profile> {
  readonly name: string;
  readonly description: string;
  readonly properties: { readonly [name: string]: object };
  readonly required?: readonly string[];
  /** @throws in words for the model. */
  edit(profile: Profile, args: Arguments): Edited<Profile>;
}

export const toolSet = <Profile>(tools: readonly EditTool<Profile>[]): readonly ToolDefinition[] =>
  tools.map(({ name, description, properties, required }) => toolDefinition(name, description, properties, required));

/** Executes a call of one of these tools. @throws in words for the model; then nothing has changed. */
export function executeEdit<Profile>(
  tools: readonly EditTool<Profile>[],
  session: StudioSession<Profile>,
  { name, args }: StudioCall,
): Executed {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw wrong(`no tool is named ${name}`);
  const { workingProfile: before } = session;
  const { profile, action } = tool.edit(before, new Arguments(name, args, Object.keys(tool.properties)));
  const changed = JSON.stringify(profile) !== JSON.stringify(before);
  session.workingProfile = profile;
  return { content: changed ? 'done' : 'it is like that already', action, changed };
}

export const text = (description: string) => ({ type: 'string', description });
export const flag = (description: string) => ({ type: 'boolean', description });
export const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description });
export const oneOf = (of: readonly string[], description: string) => ({ type: 'string', enum: of, description });
export const count = (least: number, most: number, description: string) => ({
  ...{ type: 'integer', description },
  ...{ minimum: least, maximum: most },
});
export const entries = (
  properties: { readonly [name: string]: object },
  required: readonly string[],
  description: string,
) => ({
  ...{ type: 'array', description },
  items: { type: 'object', properties, required, additionalProperties: false },
});

/** A text in which a passage is another one now. @throws where it is not in exactly one place. */
export function withPassage(before: string, args: Arguments): string {
  const find = args.words('find');
  const places = before.split(find).length - 1;
  if (places !== 1)
    throw wrong(`the passage is in ${places === 0 ? 'no place' : `${places} places`}: it must be in one`);
  return before.replace(find, () => args.text('replace'));
}

/** A list in which an entry stands before another; at the end where none is named. @throws for one that is not there. */
export function placed<T>(list: readonly T[], entry: T, before: string | undefined, nameOf: (one: T) => string): T[] {
  if (before === undefined) return [...list, entry];
  const at = list.findIndex((one) => nameOf(one) === before);
  if (at < 0) throw wrong(`${before} is not there: ${list.map(nameOf).join(', ')} are`);
  return list.toSpliced(at, 0, entry);
}
