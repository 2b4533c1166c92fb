import { BUILTIN_TOOLS, isReserved } from '../../worker/protocol/reserved.js';
import { type CheckedSpec, checkSpec } from '../../worker/protocol/spec.js';
import { fault } from './errors.js';
import {
  includes,
  MapClass,
  mapDelete,
  mapForEach,
  mapGet,
  mapHas,
  mapSet,
  parse,
  stringify,
  toText,
} from './primordials.js';
import type { GuestLimits } from './wire.js';

interface Tool extends CheckedSpec {
  /** Its declaration as JSON, as it was when it was made. */
  readonly text: string;
}

export interface Tools {
  readonly register: (spec: unknown) => void;
  readonly unregister: (name: unknown) => void;
  readonly get: (name: string) => CheckedSpec | undefined;
  /** JSON text of all declarations. */
  readonly list: () => string;
}

/** The tools that a plugin declares, checked in the contract's order; a failure throws in the plugin. The same name again replaces. */
export function makeTools(limits: GuestLimits): Tools {
  const tools = new MapClass<string, Tool>();
  let count = 0;

  return {
    register(input) {
      const checked = checkSpec(input, isReserved, fault);
      const { name } = checked.declaration;
      if (includes(limits.namesTaken, name)) throw fault('NAME_TAKEN', `${name} belongs to another extension`);
      const known = mapHas(tools, name);
      if (!known && count >= limits.tools) throw fault('TOO_MANY_TOOLS', `more than ${limits.tools} tools`);
      let text: string | undefined;
      try {
        text = stringify(checked.declaration);
      } catch {
        text = undefined;
      }
      if (text === undefined) throw fault('SCHEMA_INVALID', `${name}: parameters must be JSON`, true);
      if (text.length > limits.schemaChars) throw fault('SCHEMA_INVALID', `${name}: parameters are too large`);
      mapSet(tools, name, { ...checked, text });
      if (!known) count += 1;
    },
    unregister(name) {
      if (mapDelete(tools, toText(name))) count -= 1;
    },
    get: (name) => mapGet(tools, name),
    list() {
      let text = '';
      mapForEach(tools, (tool) => {
        text += `${text === '' ? '' : ','}${tool.text}`;
      });
      return `[${text}]`;
    },
  };
}

/** The registered tools as rows of the specification, for code that shows them. */
export function rowsOf(tools: Tools): object[] {
  const declared = parse(tools.list()) as { [key: string]: unknown }[];
  const rows: object[] = [];
  for (let i = 0; i < declared.length; i++) {
    const { name, mode, description, displayName, hasSimulate } = declared[i] as { [key: string]: unknown };
    rows[i] = { name, mode, description, displayName, hasSimulate, source: 'extension' };
  }
  return rows;
}

/** The origin of a name, as far as a guest can know it. */
export function sourceOf(name: string, tools: Tools): 'builtin' | 'extension' | 'unknown' {
  if (BUILTIN_TOOLS.includes(name)) return 'builtin';
  return tools.get(name) ? 'extension' : 'unknown';
}
