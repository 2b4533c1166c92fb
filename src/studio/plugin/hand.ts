import { BulkheadError } from '../../../worker/protocol/errors.js';
import { parseJson } from '../../../worker/protocol/json.js';
import { cleanPlugin, cleanTest, fileName, jsonObject, type PluginArtifact } from './artifact.js';
import { localised } from './panel.js';
import type { Say, StudioLanguage } from './words.js';

/** A text to be edited by hand. */
export interface HandEdit {
  readonly title: string;
  readonly text: string;
  readonly language: 'javascript' | 'json';
  /** Why a text will not do, in the user’s words; `null` where it will. */
  readonly wrong: (text: string) => string | null;
}

/** Has a part of a plugin edited by hand. @returns the plugin as it is then; nothing where it stays as it was. */
export async function editByHand(
  part: 'source' | 'manifest' | 'tests',
  plugin: PluginArtifact,
  edit: (text: HandEdit) => Promise<string | null>,
  say: Say,
  language: StudioLanguage,
): Promise<PluginArtifact | null> {
  const name = localised(plugin.manifest?.name, language) || fileName(plugin);
  const title = say(`edit.${part}`, name);
  if (part === 'source') {
    const source = await edit({ title, text: plugin.source, language: 'javascript', wrong: () => null });
    return source === null ? null : cleanPlugin({ ...plugin, source });
  }
  const read = part === 'manifest' ? asManifest : asTests;
  const wrong = (text: string): string | null => {
    try {
      read(text, say);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const text = await edit({ title, text: JSON.stringify(plugin[part], null, 2), language: 'json', wrong });
  return text === null ? null : cleanPlugin({ ...plugin, ...read(text, say) });
}

function asManifest(text: string, say: Say): Pick<PluginArtifact, 'manifest'> {
  const manifest = jsonObject(parsed(text, say));
  if (!manifest) throw new BulkheadError('BAD_ARGS', say('error.object'));
  return { manifest };
}

function asTests(text: string, say: Say): Pick<PluginArtifact, 'tests'> {
  const list = parsed(text, say);
  const tests = Array.isArray(list) ? list.map(cleanTest) : [undefined];
  if (!tests.every((test) => test !== undefined)) throw new BulkheadError('BAD_ARGS', say('error.list'));
  return { tests };
}

function parsed(text: string, say: Say): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new BulkheadError('BAD_ARGS', say('error.json', (cause as Error).message), {}, { cause });
  }
}
