import {
  type Args,
  type Codes,
  given,
  linksOf,
  list,
  MEANT,
  needId,
  needText,
  optional,
  pretended,
  record,
  string,
  targetsOf,
  text,
} from './arguments.js';
import type { MemoryTool } from './memory-tool.js';
import { closed, links, listOf, NODE_ID, row, textOf } from './parameters.js';
import { toldError } from './tool-error.js';

const readCreate = (args: Args, codes: Codes) => ({
  type: needText(args, 'type', codes),
  title: needText(args, 'title', codes),
  ...given({
    fields: optional(args, 'fields', record, codes),
    links: args.links == null ? undefined : linksOf(args.links, codes),
    ref: text(optional(args, 'ref', string, codes)) || undefined,
  }),
});

const readEdit = (args: Args, codes: Codes) => ({
  id: needId(args, 'node_id', codes),
  ...given({
    setFields: optional(args, 'set_fields', record, codes),
    clearFields: optional(args, 'clear_fields', list, codes),
    title: optional(args, 'title', string, codes),
  }),
});

/** Tools that make, change and delete one node. */
export const NODE_WRITES: readonly MemoryTool[] = [
  {
    name: 'memory_node_create',
    displayName: 'Memory: create an entry',
    description:
      'Creates a new entry in this story’s memory. It always makes a new one, even if there is one of that name: look with memory_find_by_name first, and change what is there with memory_node_edit. Answers {ok, id}.',
    parameters: closed(
      {
        type: textOf('Type of the entry, one of memory_schema, for example "event" or "character_sheet".'),
        title: textOf('Title of the entry: a name, or what happened in a few words.'),
        fields: row(
          'Its columns by name, as memory_schema lists them for the type; a value is text, a number or a list.',
        ),
        links: links('Links from the new entry to others.'),
        ref: textOf('A name for the new entry within this call only; what follows needs the id.'),
      },
      ['type', 'title'],
    ),
    mode: 'write',
    exec: (args) => {
      const options = readCreate(args, MEANT);
      return async ({ session, abort }) => {
        const { id } = await session.createNode({ ...options, ...abort });
        return { ok: true, id };
      };
    },
    simulate: (args) => {
      const options = readCreate(args, pretended('NODE_CREATE'));
      return async (pretence) => {
        await pretence.need(targetsOf(options.links ?? []), 'MEMORY_NODE_CREATE_TARGET_NOT_FOUND');
        return { id: pretence.id('n-sim') };
      };
    },
  },
  {
    name: 'memory_node_edit',
    displayName: 'Memory: edit an entry',
    description:
      'Changes an entry of this story’s memory. Columns that are not named stay as they are; a value that is set replaces the old one whole, lists too. Use it when something that is remembered has changed. Answers {ok}, or {ok: false, error} when there is no such entry.',
    parameters: closed(
      {
        node_id: NODE_ID,
        set_fields: row(
          'Columns to set, by name; a value is text, a number or a list, and replaces the old one whole.',
        ),
        clear_fields: listOf('Names of columns to empty; a column that is also set is emptied.'),
        title: textOf('A new title. Leave out to keep the old one.'),
      },
      ['node_id'],
    ),
    mode: 'write',
    exec: (args) => {
      const options = readEdit(args, MEANT);
      return async ({ session, abort }) => {
        const { ok, error } = await session.editNode({ ...options, ...abort });
        return { ok, ...(error && { error: toldError(error) }) };
      };
    },
    simulate: (args) => {
      const { id } = readEdit(args, pretended('NODE_EDIT'));
      return async (pretence) => {
        await pretence.need([id], 'MEMORY_NODE_EDIT_NODE_NOT_FOUND');
        return {};
      };
    },
  },
  {
    name: 'memory_node_delete',
    displayName: 'Memory: delete an entry',
    description:
      'Hides an entry of this story’s memory from every later read. Use it for what is wrong or was made twice; what has merely changed is for memory_node_edit. Answers {ok}, or {ok: false, error} when there is no such entry or it is deleted already.',
    parameters: closed({ node_id: NODE_ID }, ['node_id']),
    mode: 'write',
    exec: (args) => {
      const id = needId(args, 'node_id');
      return async ({ session, abort }) => {
        const { ok, error } = await session.deleteNode({ id, ...abort });
        return { ok, ...(error && { error: toldError(error) }) };
      };
    },
    simulate: (args) => {
      const id = needId(args, 'node_id', pretended('NODE_DELETE'));
      return async (pretence) => {
        await pretence.need([id], 'MEMORY_NODE_DELETE_NODE_NOT_FOUND');
        return {};
      };
    },
  },
];
