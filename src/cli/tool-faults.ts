import { didYouMean } from '../../worker/protocol/nearest.js';
import type { ToolInfo } from '../index.js';

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

type Tool = Pick<ToolInfo, 'name' | 'description' | 'parameters'>;

/** Types that no JSON Schema has: such an argument can never pass. */
export function schemaFaults({ name, parameters }: Tool): readonly string[] {
  const found: string[] = [];
  const visit = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { type, properties, items } = schema as { readonly [key: string]: unknown };
    for (const one of Array.isArray(type) ? type : type === undefined ? [] : [type]) {
      if (TYPES.includes(one as string)) continue;
      const meant = didYouMean(String(one), TYPES) || `; one of ${TYPES.join(', ')}`;
      found.push(`${name}: ${path}type \`${String(one)}\` is none of JSON Schema${meant}`);
    }
    visit(items, `${path}items/`);
    for (const [key, value] of Object.entries(Object(properties))) visit(value, `${path}properties/${key}/`);
  };
  visit(parameters, 'parameters/');
  return found;
}

/** What makes a tool hard to find or to call for a model. */
export function toolAdvice({ name, description, parameters }: Tool): readonly string[] {
  const properties = Object.entries(Object((parameters as { readonly properties?: unknown } | undefined)?.properties));
  const silent = properties.filter(([, value]) => !Object(value).description).map(([key]) => `\`${key}\``);
  return [
    ...(description ? [] : [`${name} has no description: a model chooses by it, for example 'Rolls dice.'`]),
    ...(silent.length === 0
      ? []
      : [
          `${name}: say what ${silent.join(', ')} ${silent.length === 1 ? 'is' : 'are'}, in a \`description\` in its schema`,
        ]),
  ];
}
