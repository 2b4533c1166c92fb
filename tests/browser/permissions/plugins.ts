/** Source of a plugin with permissions; `tools`: calls of registerTool. */
export function asking(id: string, permissions: readonly object[], tools: string, more: object = {}): string {
  const manifest = { manifest: 1, id, version: '1.0.0', name: id, permissions, ...more };
  return `export const manifest = ${JSON.stringify(manifest)};\n${tools}`;
}

/** Source of one tool. */
export const tool = (name: string, mode: 'read' | 'write', body: string, more = ''): string => `
registerTool({ name: '${name}', description: 'test', mode: '${mode}', parameters: { type: 'object' },
  exec: async (args, ctx) => { ${body} }${more} });`;

export const STORE = { id: 'data', cap: 'store', quotaMiB: 1, reason: 'to keep scores' };
