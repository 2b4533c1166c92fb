import type { PluginRecord } from '../../worker/protocol/broker.js';
import type { ErrorData } from '../../worker/protocol/errors.js';
import { isGrantableHost } from '../../worker/protocol/hosts.js';
import { capOfRequest, methodsOf } from '../../worker/protocol/permission-facts.js';
import { permissionFor, type Wanted } from '../../worker/protocol/permission-line.js';
import { declaredIn } from './rights.js';

/** What a call was denied, as its worker tells it: nothing of it is trusted. */
interface Asked extends Wanted {
  readonly method: string;
}

/** A denial that reaches the caller of a tool, with what its plugin's author or its user has to do. */
export function withNextStep(error: ErrorData, { id, manifest }: PluginRecord, tool: string): ErrorData {
  const asked = error.details?.asked as Asked | undefined;
  const cap = asked && capOfRequest(asked.method);
  if (!cap) return error;
  const declared = declaredIn(manifest).filter(({ permission }) => permission.cap === cap);
  const names = (one: (typeof declared)[number]) =>
    one.permission.cap !== 'net' || (asked.host !== undefined && one.permission.hosts.includes(asked.host));
  const [found] = declared.filter(names);
  const uses = manifest?.tools?.find(({ name }) => name === tool)?.uses;
  const inUses = (name: string) => `${JSON.stringify(name)} to \`uses\` of \`${tool}\``;
  if (!found) {
    const line = permissionFor(
      cap,
      asked,
      declaredIn(manifest).map(({ permission }) => permission.id),
    );
    const step = `add ${line.text} to permissions${uses ? `, and ${inUses(line.id)}` : ''}`;
    // The broker names the permission that it looked at, which is about other hosts.
    const isOther = cap === 'net' && declared.length > 0 && asked.host !== undefined && isGrantableHost(asked.host);
    const message = isOther ? `not granted: net ${asked.host} is in no permission of the manifest` : error.message;
    return { ...error, message: `${message}; ${step}` };
  }
  const { permission } = found;
  if (uses && !uses.includes(permission.id)) {
    return { ...error, message: `${error.message}; add ${inUses(permission.id)}` };
  }
  const said = (step: string) => ({ ...error, message: `${error.message}; ${step}` });
  if (error.message.endsWith('for a tool that only reads')) return said(`register \`${tool}\` with mode: 'write'`);
  if (permission.cap === 'net' && asked.http && !methodsOf(permission).some((method) => method === asked.http)) {
    return said(`add ${JSON.stringify(asked.http)} to \`methods\` of ${found.line}`);
  }
  if (!error.message.endsWith('was not granted by the user')) return error;
  return said(`to grant it: \`plugins.enable('${id}', { allow: … })\``);
}
