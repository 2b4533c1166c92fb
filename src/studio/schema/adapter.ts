import type { NodeType } from '../../../worker/memory/schema/node-type.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Adapter } from '../base/adapter.js';
import { defineAdapter } from '../base/define-adapter.js';
import type { HistoryStorage } from '../base/history-storage.js';
import { editorFields, editorPrompt } from '../editors/editor.js';
import { languageOf, NAME_OF } from '../editors/words.js';
import { schemaPanel } from './panel.js';
import {
  type Counts,
  fits,
  type MemorySchema,
  MOST_CHARS,
  MOST_TYPES,
  readSchema,
  schemaText,
  trySchema,
} from './schema.js';
import { schemaTools } from './tools.js';
import { schemaWords } from './words.js';

/** Where node types are kept, and taken from by memory. */
export interface TypesPlace {
  /** `null` where nothing is kept. */
  types(): Promise<unknown>;
  /** Memory works by these from now on; `null`: as it does where nothing is kept. */
  setTypes(types: readonly NodeType[] | null): Promise<unknown>;
}

/** What an editor of memory schemas is made of. */
export interface SchemaStudioOptions {
  /** A language tag. */
  readonly language: string;
  /** For all chats: `host.memory`, or a host’s own. */
  readonly all: TypesPlace;
  /** Of the character that is open, where there is one: it beats what is for all. */
  readonly own?: TypesPlace & { readonly name: string };
  /** How many entries of each type are kept: of the open chat, or of all. */
  counts?(): Promise<Counts>;
  /** Default: the browser’s. */
  readonly storage?: HistoryStorage;
}

const PROMPT = `You help a person to set up what a chat’s long-term memory keeps. What you edit is a schema: a list of types of entries. Each type is a table: its columns are the fields of an entry; some are needed, some tell entries apart (primary), some are searched by meaning (embedded). A type says what it is for (extractHint), whether the model is always told of it (alwaysInject), whether only the newest counts (latestOnly), whether something is written at each answer (forceUpdate), whether tools may change entries (editable), and how entries are kept short: rolled up level by level, or not.
Change it by the tools only, in small steps; never paste the schema into your answer. Leave alone what nobody has asked about. Fewer types with clear purposes are better than many. Entries are kept already: a type that is removed, or a column that is renamed, leaves what was written without its place, so do that only where it is wanted. What a proposal would do to entries that are kept is told to you with the results. A person looks at each change, and may take single ones out: do not put them back.
When you are not done, call iter_continue; when you are, say in one or two sentences what is different now.`;

/**
 * The studio’s adapter for memory schemas: types, their columns, how they are rolled up. What is applied is how memory works from
 * then on. @throws what the places throw.
 */
export async function schemaStudioAdapter(options: SchemaStudioOptions): Promise<Adapter<MemorySchema, object>> {
  const { all, own, storage } = options;
  const language = languageOf(options.language);
  const words = schemaWords(language);
  const kept = async (place: TypesPlace | undefined): Promise<MemorySchema | null> => {
    const types = await place?.types();
    return Array.isArray(types) && types.length > 0 ? readSchema({ types }) : null;
  };
  const saved = { all: await kept(all), own: await kept(own) };
  const usual = readSchema({});
  const save = async (where: 'all' | 'own', schema: MemorySchema | null) => {
    if (schema && !fits(schema)) throw new BulkheadError('BAD_ARGS', words('refused.size', MOST_TYPES, MOST_CHARS));
    await (where === 'all' ? all : own)?.setTypes(schema && structuredClone(schema.types));
    saved[where] = schema;
  };
  return defineAdapter<MemorySchema, object>({
    id: 'memory-schema',
    title: words('title'),
    mode: 'memory-schema',
    ...editorFields<MemorySchema>({
      words,
      tools: schemaTools(words),
      history: {
        globalSettingsKey: 'memorySchemaHistory',
        characterStateNamespace: 'bulkhead-memory-schema',
        ...(storage && { storage }),
      },
    }),
    getInitialProfile: () => readSchema(saved.own ?? saved.all ?? usual),
    cloneWorkingProfile: readSchema,
    getDefaultScope: () => (own ? 'character' : 'global'),
    getGlobalBaselineProfile: () => saved.own ?? saved.all,
    buildSystemPrompt: () => `${PROMPT}\n\nTalk to the user in ${NAME_OF[language]}.`,
    buildUserPrompt(_, session, userText, { baseline }) {
      const now = schemaText(session.workingProfile);
      const other = baseline && schemaText(baseline) !== now ? schemaText(baseline) : '';
      return editorPrompt(
        session,
        userText,
        ['The schema as memory works today', other],
        ['The schema that you edit', now],
      );
    },
    renderWorkingProfile({ workingProfile: schema }, { busy }) {
      const now = schemaText(schema);
      const is = (other: MemorySchema | null) => other !== null && schemaText(other) === now;
      return schemaPanel(
        {
          ...{ schema, busy, used: is(saved.all ?? usual), saved: saved.all !== null },
          own: own ? { name: own.name, used: is(saved.own), saved: saved.own !== null } : null,
        },
        words,
      );
    },
    async handleAction(action, { session }) {
      const schema = readSchema(session.workingProfile);
      if (action === 'all') await save('all', schema);
      else if (action === 'usual') await save('all', null);
      else if (action === 'own') await save('own', schema);
      else if (action === 'none') await save('own', null);
    },
    tryProposal: async (_, { workingProfile }) => trySchema(workingProfile, (await options.counts?.()) ?? {}, words),
  });
}
