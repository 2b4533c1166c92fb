import { METHODS, type PermissionField } from '../../../worker/protocol/capabilities/index.js';
import { CAPS } from '../../../worker/protocol/capabilities/names.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { PLUGIN_ID, TOOL_NAME } from '../../../worker/protocol/names.js';
import { TABLE } from '../../../worker/protocol/permission-facts.js';
import { cleanTest, type Json, jsonObject, type PluginArtifact } from './artifact.js';
import { choice, type Fields, flag, localText, number, object, optional, text, texts } from './fields.js';

export interface Edited {
  readonly plugin: PluginArtifact;
  readonly said: string;
  readonly about?: string;
}

export interface EditTool {
  readonly name: string;
  readonly description: string;
  readonly fields: Fields;
  /** It edits the manifest, which has to stand apart from the source. */
  readonly ofManifest?: true;
  /** @throws `BAD_ARGS`, in words for the model. */
  readonly edit: (plugin: PluginArtifact, args: Json) => Edited;
}

const bad = (why: string) => new BulkheadError('BAD_ARGS', why);
const listIn = (plugin: PluginArtifact, key: string): readonly Json[] => {
  const list = plugin.manifest?.[key];
  return Array.isArray(list) ? (list as Json[]) : [];
};
const withManifest = (plugin: PluginArtifact, changes: Json): PluginArtifact => ({
  ...plugin,
  // What is set to nothing goes.
  manifest: Object.fromEntries(
    Object.entries({ ...plugin.manifest, ...changes }).filter(([, one]) => one !== undefined),
  ),
});
/** Replaces the one of that name where it stands, or adds it. */
const put = <T extends object>(list: readonly T[], key: keyof T, one: T): readonly T[] =>
  list.some((old) => old[key] === one[key]) ? list.map((old) => (old[key] === one[key] ? one : old)) : [...list, one];
const names = (list: readonly Json[], key: string): string => list.map((one) => one[key]).join(', ') || 'none';

const setAbout: EditTool = {
  name: 'plugin_set_about',
  description: 'Sets what the plugin says of itself. What is left out stays.',
  ofManifest: true,
  fields: {
    id: optional(
      text('3 to 64 small letters and digits, words joined by hyphens. Never change it for a plugin that is repaired.'),
    ),
    version: optional(text('Semantic version; a repair raises it.')),
    name: optional(localText('Its name for people.')),
    description: optional(localText('What it does for people, in a sentence or two.')),
    author: optional(text('Who wrote it.')),
    license: optional(text('SPDX identifier, e.g. MIT.')),
  },
  edit(plugin, { author, ...about }) {
    if (about.id !== undefined && !PLUGIN_ID.test(String(about.id))) throw bad(`${about.id} is no id of a plugin`);
    if (about.version !== undefined && !/^\d+\.\d+\.\d+/.test(String(about.version)))
      throw bad(`${about.version} is no version`);
    const by = author === undefined ? {} : { author: { ...jsonObject(plugin.manifest?.author), name: author } };
    return { plugin: withManifest(plugin, { ...about, ...by }), said: 'It is set.' };
  },
};

const PERMISSION_FIELDS = {
  quotaMiB: optional(number('Of store, needed: how much, e.g. 1.')),
  hosts: optional(texts('Of net, needed: exact hosts, e.g. api.example.com. No wildcards.')),
  methods: optional(texts(`Of net: ${METHODS.join(', ')}. Default: GET.`)),
  secrets: optional(
    texts('Of net: names of secrets that the user fills in, e.g. API_KEY; the plugin never sees them.'),
  ),
  tools: optional(texts('Of tool.call, needed: names of tools of others.')),
  types: optional(texts('Of memory.read and memory.write: types of nodes it is about.')),
  scope: optional(
    choice(
      ['chat', 'character', 'all'],
      'Of chat and memory: which data it is about, the open chat where nothing is said; of llm and notify: how far a yes may go.',
    ),
  ),
} satisfies { readonly [field in PermissionField]: Fields[string] };

const putPermission: EditTool = {
  name: 'plugin_put_permission',
  description:
    'Asks for one permission, or replaces the one of that id. Ask for nothing that the source does not need: everything else is refused where the tool runs.',
  ofManifest: true,
  fields: {
    id: text('A short word, by which tools name it in “uses”.'),
    cap: choice(CAPS, 'What it is for.'),
    reason: localText('Why, as the user reads it: “to keep your notes”.'),
    ...PERMISSION_FIELDS,
    optional: optional(flag('Asked for at its first use, not at the start.')),
  },
  edit(plugin, { optional: late = false, ...permission }) {
    const cap = CAPS.find((one) => one === permission.cap);
    const missing = cap && TABLE.needs(cap);
    if (missing && permission[missing] === undefined)
      throw bad(`plugin_put_permission: ${permission.cap} needs ${missing}`);
    const [to, from] = late ? ['optionalPermissions', 'permissions'] : ['permissions', 'optionalPermissions'];
    const others = listIn(plugin, from).filter(({ id }) => id !== permission.id);
    // A plugin that asks for a permission must have an id.
    const { id = 'my-plugin' } = plugin.manifest ?? {};
    const changed = withManifest(plugin, {
      ...{ manifest: 1, id, version: '0.1.0', name: id, ...plugin.manifest },
      [to]: put(listIn(plugin, to), 'id', permission),
      ...(listIn(plugin, from).length > 0 && { [from]: others }),
    });
    return {
      plugin: changed,
      said: `It asks for ${permission.id} now. Name it in “uses” of the tools that need it.`,
      about: String(permission.id),
    };
  },
};

const dropPermission: EditTool = {
  name: 'plugin_drop_permission',
  description: 'Asks for a permission no more. It is taken out of the “uses” of all tools, too.',
  ofManifest: true,
  fields: { id: text('Id of the permission.') },
  edit(plugin, { id }) {
    const all = [...listIn(plugin, 'permissions'), ...listIn(plugin, 'optionalPermissions')];
    if (!all.some((one) => one.id === id)) throw bad(`there is no permission ${id}; there is ${names(all, 'id')}`);
    const changes: { [key: string]: unknown } = {};
    for (const key of ['permissions', 'optionalPermissions']) {
      if (Array.isArray(plugin.manifest?.[key])) changes[key] = listIn(plugin, key).filter((one) => one.id !== id);
    }
    if (Array.isArray(plugin.manifest?.tools)) {
      changes.tools = listIn(plugin, 'tools').map((tool) => ({
        ...tool,
        ...(Array.isArray(tool.uses) && { uses: tool.uses.filter((one) => one !== id) }),
      }));
    }
    return { plugin: withManifest(plugin, changes), said: `${id} is not asked for any more.`, about: String(id) };
  },
};

const putTool: EditTool = {
  name: 'plugin_put_tool',
  description:
    'Lists a tool in the manifest, or replaces the one of that name. The source must register a tool of the same name and mode; it may take the schema from here: manifest.tools.find(({ name }) => name === "…").input.',
  ofManifest: true,
  fields: {
    name: text('Letters, digits and underscores, a letter first.'),
    description: text('For the model that will call it: what it does, when to use it.'),
    mode: choice(['read', 'write'], 'read: changes nothing anywhere. write: anything else; its calls are asked about.'),
    input: object('JSON Schema of its arguments, an object with additionalProperties false.'),
    uses: texts('Ids of the permissions that it needs, and no others.'),
    title: optional(localText('Its name for people.')),
    consent: optional(
      choice(['auto', 'first', 'each'], 'How often the user is asked; it may only be stricter than the host.'),
    ),
    destructive: optional(flag('What it does cannot be undone.')),
  },
  edit(plugin, { destructive, ...tool }) {
    if (!TOOL_NAME.test(String(tool.name))) throw bad(`${tool.name} is no name of a tool`);
    const asked = [...listIn(plugin, 'permissions'), ...listIn(plugin, 'optionalPermissions')];
    const stray = (tool.uses as string[]).find((id) => !asked.some((one) => one.id === id));
    if (stray !== undefined)
      throw bad(`uses: ${stray} is no permission; there is ${names(asked, 'id')}. Put it first.`);
    const one = { ...tool, ...(destructive !== undefined && { annotations: { destructive } }) };
    const changed = withManifest(plugin, { tools: put(listIn(plugin, 'tools'), 'name', one as Json) });
    return { plugin: changed, said: `${tool.name} is listed.`, about: String(tool.name) };
  },
};

const dropTool: EditTool = {
  name: 'plugin_drop_tool',
  description: 'Takes a tool off the manifest’s list. Take it out of the source, too, and its tests.',
  ofManifest: true,
  fields: { name: text('Name of the tool.') },
  edit(plugin, { name }) {
    const list = listIn(plugin, 'tools');
    if (!list.some((one) => one.name === name)) throw bad(`there is no tool ${name}; there is ${names(list, 'name')}`);
    const changed = withManifest(plugin, { tools: list.filter((one) => one.name !== name) });
    return { plugin: changed, said: `${name} is not listed any more.`, about: String(name) };
  },
};

const writeSource: EditTool = {
  name: 'plugin_write_source',
  description: 'Replaces the whole source. For a small change of a long source use plugin_edit_source.',
  fields: { source: text('JavaScript of one ES module, without the manifest, which is put above it.') },
  edit(plugin, args) {
    const source = String(args.source);
    if (plugin.manifest !== null && /^export\s+const\s+manifest\b/m.test(source)) {
      throw bad(
        'plugin_write_source: leave the manifest out; it has tools of its own, and “manifest” is there to be read',
      );
    }
    return { plugin: { ...plugin, source }, said: `The source has ${source.split('\n').length} lines now.` };
  },
};

const editSource: EditTool = {
  name: 'plugin_edit_source',
  description: 'Replaces one stretch of the source. “find” must be there exactly once: take a whole line or more.',
  fields: { find: text('What is there now, to the letter.'), replace: text('What is to stand there.') },
  edit(plugin, { find, replace }) {
    const wanted = String(find);
    const times = wanted === '' ? 0 : plugin.source.split(wanted).length - 1;
    if (times !== 1)
      throw bad(`plugin_edit_source: what is to be found is there ${times} times, and must be there once`);
    const at = plugin.source.indexOf(wanted);
    const source = `${plugin.source.slice(0, at)}${String(replace)}${plugin.source.slice(at + wanted.length)}`;
    return { plugin: { ...plugin, source }, said: 'It is replaced.' };
  },
};

const putTest: EditTool = {
  name: 'plugin_put_test',
  description:
    'Adds a test, or replaces the one of that name: a call in a made-up world. No test reaches a server, the chat, or anything that is kept.',
  fields: {
    name: text('A sentence about what the tool does.'),
    tool: text('Name of the tool.'),
    args: object('Arguments of the call.'),
    world: optional(
      object('What the tool finds. Each is optional.', {
        storage: { type: 'object', description: 'Keys of its store, with their values.' },
        net: {
          type: 'array',
          description:
            'Answers of servers: { url, method?, status?, headers?, body? }; url may end in *, body is text or JSON.',
          items: { type: 'object' },
        },
        chat: { type: 'array', description: 'Messages: { role, name?, text }.', items: { type: 'object' } },
        memory: {
          type: 'array',
          description: 'Nodes of the chat’s memory: { type, title, fields }.',
          items: { type: 'object' },
        },
        llm: { type: 'string', description: 'What the model answers.' },
        tools: { type: 'object', description: 'What other tools answer, by name.' },
      }),
    ),
    expect: optional(
      object('What is looked at. Absent: that it does not fail.', {
        result: { description: 'Part of what it returns.' },
        error: { type: 'string', description: 'Part of an error’s code or message.' },
        effects: {
          type: 'array',
          description:
            'Parts of what it does: { kind: "storage", key, value }, { kind: "net", method, url }, { kind: "chat", op, text }, { kind: "memory", type, title, fields }, { kind: "notify", text }, { kind: "clipboard", text }.',
          items: { type: 'object' },
        },
      }),
    ),
  },
  edit(plugin, args) {
    const test = cleanTest(args);
    if (!test) throw bad('plugin_put_test: a name and a tool');
    return {
      plugin: { ...plugin, tests: put(plugin.tests, 'name', test) },
      said: 'The test is there.',
      about: test.name,
    };
  },
};

const dropTest: EditTool = {
  name: 'plugin_drop_test',
  description: 'Takes a test out.',
  fields: { name: text('Name of the test.') },
  edit(plugin, { name }) {
    if (!plugin.tests.some((one) => one.name === name)) throw bad(`there is no test “${name}”`);
    return {
      plugin: { ...plugin, tests: plugin.tests.filter((one) => one.name !== name) },
      said: 'It is out.',
      about: String(name),
    };
  },
};

export const EDIT_TOOLS: readonly EditTool[] = [
  ...[setAbout, putPermission, dropPermission, putTool, dropTool],
  ...[writeSource, editSource, putTest, dropTest],
];
