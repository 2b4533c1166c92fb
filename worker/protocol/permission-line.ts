import type { Cap } from './capabilities/index.js';
import { isGrantableHost } from './hosts.js';
import { TOOL_NAME } from './names.js';
import { capabilityFacts } from './permission-facts.js';

/** What a permission is wanted for, as far as it is known. Nothing of it is trusted. */
export interface Wanted {
  readonly host?: string;
  readonly http?: string;
  readonly tool?: string;
}

/**
 * A permission that would cover what is wanted, as an author writes it into a manifest. Its author still has to say why it is needed.
 *
 * @param taken the ids of the manifest's other permissions.
 */
export function permissionFor(cap: Cap, { host = '', http = 'GET', tool = '' }: Wanted, taken: readonly string[]) {
  const id =
    [cap, ...Array.from({ length: 99 }, (_, i) => `${cap}-${i + 2}`)].find((one) => !taken.includes(one)) ?? cap;
  const { fields } = capabilityFacts(cap);
  const values: { readonly [field: string]: unknown } = {
    hosts: [isGrantableHost(host) ? host : 'api.example.com'],
    tools: [TOOL_NAME.test(tool) ? tool : 'name_of_the_tool'],
    quotaMiB: 1,
  };
  const needed = Object.entries(fields).flatMap(([name, { required }]) => (required ? [[name, values[name]]] : []));
  const methods = cap === 'net' && http !== 'GET' && /^[A-Z]{1,10}$/.test(http) ? { methods: [http] } : {};
  const permission = { id, cap, ...Object.fromEntries(needed), ...methods, reason: 'Why this plugin needs it' };
  const members = Object.entries(permission).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  return { id, text: `{ ${members.join(', ')} }` };
}
