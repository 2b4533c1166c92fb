import { parse } from 'yaml';

/** Reads YAML: texts, lists and maps, where every scalar is a text. @throws where it is none. */
export const readYaml = (text: string): unknown => parse(text, { schema: 'failsafe', logLevel: 'error' });
