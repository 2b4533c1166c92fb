import { scopeOf } from '../../../worker/protocol/permission-facts.js';
import type { Permission, Scope } from '../../index.js';
import { t } from '../i18n/text.js';
import { formatBytes, formatList } from './format.js';

const MiB = 1_048_576;

/** What a permission comes to, as a sentence without its subject: `may send requests to api.weather.com`. */
export function permissionWords(permission: Permission): string {
  switch (permission.cap) {
    case 'store':
      return t('perm.store', { size: formatBytes(permission.quotaMiB * MiB) });
    case 'net': {
      const hosts = formatList(permission.hosts);
      const { secrets = [] } = permission;
      if (secrets.length === 0) return t('perm.net', { hosts });
      return t('perm.net.secrets', { hosts, secrets: formatList(secrets) });
    }
    case 'tool.call':
      return t('perm.tool.call', { tools: formatList(permission.tools) });
    case 'chat.read':
    case 'chat.write':
    case 'memory.read':
    case 'memory.write':
      return t(`perm.${permission.cap}`, { where: t(`where.${scopeOf(permission)}`) });
    default:
      return t(`perm.${permission.cap}`);
  }
}

/** What narrows it: methods of requests, types of nodes; empty where the sentence says it all. */
export function methodWords(permission: Permission): string {
  if (permission.cap === 'net' && permission.methods)
    return t('perm.methods', { methods: formatList(permission.methods) });
  return 'types' in permission && permission.types ? t('perm.types', { types: formatList(permission.types) }) : '';
}

/** How far a yes goes: what is stored, and no more. `named`: of which chat or character, for a reader who is elsewhere. */
export function scopeWords(scope: Scope, named = false): string {
  if (named && (scope.kind === 'chat' || scope.kind === 'character'))
    return t(`scope.${scope.kind}Of`, { id: scope.id });
  return t(`scope.${scope.kind}`);
}

/** True for the same scope, of the same chat or character. */
export const sameScope = (a: Scope, b: Scope): boolean =>
  a.kind === b.kind && ('id' in a ? a.id : '') === ('id' in b ? b.id : '');
