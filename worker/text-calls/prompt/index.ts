import type { CallPrompt, DialectId, PromptLanguage, TextTool } from '../../protocol/text-calls.js';
import { estimateTokens } from '../../protocol/tokens.js';
import { propertyOf, typesOf } from '../arguments/typed.js';
import { DIALECT_TABLE } from '../dialects/index.js';
import { exampleCall, parametersOf } from './example.js';
import { PROMPT_WORDS, type PromptWords } from './words.js';

/** Names in the reminder: more would be a second list. */
const REMINDED = 24;
const DESCRIPTION_CHARS = 1_000;

const oneLine = (text: string, chars: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > chars ? `${line.slice(0, chars)}…` : line;
};

function describeParameter(tool: TextTool, name: string, required: boolean, words: PromptWords): string {
  const schema = propertyOf(tool.parameters, name);
  const { enum: values, description } = (schema ?? {}) as { readonly enum?: unknown; readonly description?: unknown };
  const types = Array.isArray(values)
    ? values.map((one) => JSON.stringify(one)).join(' | ')
    : typesOf(schema).join(' | ');
  const traits = [types, required ? words.required : ''].filter((trait) => trait !== '').join(', ');
  const text = typeof description === 'string' ? `: ${oneLine(description, 200)}` : '';
  return `    - ${name}${traits === '' ? '' : ` (${oneLine(traits, 200)})`}${text}`;
}

function describeTool(tool: TextTool, words: PromptWords): string {
  const parameters = parametersOf(tool);
  const description = oneLine(tool.description ?? '', DESCRIPTION_CHARS);
  const lines = parameters.map(({ name, required }) => describeParameter(tool, name, required, words));
  const what = lines.length > 0 ? `  ${words.parameters}:` : tool.parameters ? `  ${words.noParameters}` : '';
  return [`- ${tool.name}${description === '' ? '' : `: ${description}`}`, what, ...lines]
    .filter((line) => line !== '')
    .join('\n');
}

export interface PromptOptions {
  readonly dialect: DialectId;
  readonly tools: readonly TextTool[];
  readonly language: PromptLanguage;
  readonly budgetTokens: number;
}

/**
 * Tells a model how to call these tools. Tools that the budget has no room for are left out from the end of the list, and
 * named in the answer. Without tools the text is empty.
 */
export function writePrompt({ dialect, tools, language, budgetTokens }: PromptOptions): CallPrompt {
  const [first] = tools;
  if (first === undefined) return { system: '', reminder: '', omitted: [], tokens: 0 };
  const words = PROMPT_WORDS[language];
  const example = DIALECT_TABLE[dialect].write(exampleCall(first, words.value));
  const head = [
    `# ${words.heading}`,
    words.how,
    example,
    words.rules.map((rule) => `- ${rule}`).join('\n'),
    words.tools,
  ];
  let text = head.join('\n\n');
  let tokens = estimateTokens(text);
  const omitted: string[] = [];
  for (const tool of tools) {
    const described = `\n${describeTool(tool, words)}`;
    const cost = estimateTokens(described);
    if (tokens + cost > budgetTokens) omitted.push(tool.name);
    else {
      text += described;
      tokens += cost;
    }
  }
  if (omitted.length > 0) text += `\n${words.omitted(omitted.length)}`;
  const names = tools.map(({ name }) => name);
  const reminder = words.reminder(names.slice(0, REMINDED).join(', '), Math.max(0, names.length - REMINDED));
  return { system: text, reminder, omitted, tokens: estimateTokens(text) };
}
