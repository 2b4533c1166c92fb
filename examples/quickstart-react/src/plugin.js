export const plugin = `registerTool({
  name: 'greet',
  description: 'Greets a person.',
  mode: 'read',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  exec: ({ name }) => 'Hello, ' + name + '!',
});`;
