import { displayLine } from '../../../worker/protocol/display-text.js';
import { FROM_BACKUP } from '../../../worker/protocol/plugin-origin.js';
import type { PluginInfo } from '../../index.js';
import { t } from '../i18n/text.js';
import { said } from '../shared/strangers.js';

const shortOf = (origin: string) => displayLine(origin.split('/').at(-1) || origin, 200);

/** Where a plugin came from, in one short phrase: a file, a server, source that was pasted, or a backup and what that says. */
export const originWords = ({ origin }: Pick<PluginInfo, 'origin'>) => {
  if (origin === 'pasted') return t('plugins.pasted');
  if (!origin.startsWith(FROM_BACKUP)) return said('plugins.from', { origin: shortOf(origin) });
  return said('plugins.fromBackup', { origin: shortOf(origin.slice(FROM_BACKUP.length)) });
};
