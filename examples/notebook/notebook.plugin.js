export const manifest = /** @type {const} */ ({
  manifest: 1,
  id: 'notebook',
  version: '1.0.0',
  name: { en: 'Notebook', 'zh-Hans': '笔记本', 'zh-Hant': '筆記本' },
  description: {
    en: 'Keeps short notes on this device, and reads them out. Each note is asked about before it is written.',
    'zh-Hans': '在这台设备上保存简短的笔记，并能读出来。每写一条之前都会先询问。',
    'zh-Hant': '在這台裝置上保存簡短的筆記，並能讀出來。每寫一條之前都會先詢問。',
  },
  author: { name: 'Bulkhead examples' },
  license: 'MIT',
  permissions: [
    {
      id: 'notes',
      cap: 'store',
      quotaMiB: 1,
      reason: { en: 'to keep your notes', 'zh-Hans': '保存你的笔记', 'zh-Hant': '保存你的筆記' },
    },
  ],
  tools: [
    {
      name: 'write_note',
      title: { en: 'Write a note', 'zh-Hans': '写一条笔记', 'zh-Hant': '寫一條筆記' },
      description: 'Keeps a note under a title. A note of the same title is replaced.',
      input: {
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 80, description: 'What the note is about' },
          text: { type: 'string', minLength: 1, maxLength: 2_000, description: 'The note itself' },
        },
        required: ['title', 'text'],
        additionalProperties: false,
      },
      mode: 'write',
      uses: ['notes'],
      consent: 'each',
    },
    {
      name: 'read_notes',
      title: { en: 'Read the notes', 'zh-Hans': '读笔记', 'zh-Hant': '讀筆記' },
      description: 'All notes that are kept, by their titles.',
      input: { type: 'object', properties: {}, additionalProperties: false },
      mode: 'read',
      uses: ['notes'],
    },
  ],
});

/**
 * Notes lie one by one, so that two calls at the same time do not lose each other's.
 * @param {string} title
 */
const keyOf = (title) => `note:${title}`;

registerTool({
  name: 'write_note',
  description: 'Keeps a note under a title. A note of the same title is replaced.',
  mode: 'write',
  parameters: manifest.tools[0].input,
  async exec({ title, text }, ctx) {
    await ctx.storage.set(keyOf(title), text);
    return { kept: title };
  },
});

registerTool({
  name: 'read_notes',
  description: 'All notes that are kept, by their titles.',
  mode: 'read',
  parameters: manifest.tools[1].input,
  async exec(_, ctx) {
    const keys = await ctx.storage.keys('note:');
    const notes = await Promise.all(keys.map(async (key) => ({ title: key.slice(5), text: await ctx.storage.get(key) })));
    return { notes };
  },
});
