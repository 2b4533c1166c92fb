/** A handwritten tool as main sends it: brought into form, its bodies cut. */
export interface Handwritten {
  readonly name: string;
  readonly mode: string;
  readonly body: string;
  readonly simulateBody: string;
  readonly [field: string]: unknown;
}

/**
 * The source that stands for one handwritten tool: a guest of its own for each, because this engine compiles a text by
 * evaluating it between two lines, so a body may run as it is compiled, and may patch its realm.
 */
export function handwrittenSource({ body, simulateBody, ...tool }: Handwritten): string {
  return `const AsyncFunction = (async () => {}).constructor;
const compile = (body) => {
  const made = new AsyncFunction('args', 'ctx', body);
  if (String(made) !== \`async function anonymous(args,ctx\\n) {\\n\${body}\\n}\`) throw new SyntaxError('unbalanced braces');
  return made;
};
const { body, simulateBody } = ${JSON.stringify({ body, simulateBody })};
const simulate = simulateBody.trim() === '' ? null : compile(simulateBody);
registerTool({ ...${JSON.stringify(tool)}, exec: compile(body), simulate });
`;
}
