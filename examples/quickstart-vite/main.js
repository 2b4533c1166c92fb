import { createHost } from 'bulkhead';

const plugin = `registerTool({
  name: 'greet',
  description: 'Greets a person.',
  mode: 'read',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  exec: ({ name }) => 'Hello, ' + name + '!',
});`;

const output = document.querySelector('output');
const host = createHost();
try {
  await host.plugins.install({ code: plugin }, { enable: true });
  const { value } = await host.tools.execute('greet', { name: 'Ada' });
  const walls = host.status().walls.filter(({ stands }) => stands);
  output.textContent = `${value} The tool ran behind ${walls.length} walls.`;
} catch (error) {
  output.textContent = `${error.code}: ${error.message}`;
}
