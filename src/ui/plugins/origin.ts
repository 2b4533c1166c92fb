import { displayLine } from '../../../worker/protocol/display-text.js';
import type { PluginInfo } from '../../index.js';
import { t } from '../i18n/text.js';
import { said } from '../shared/strangers.js';

/** Where a plugin came from, in one short phrase: a file, a server, or source that was pasted. */
export const originWords = ({ origin }: Pick<PluginInfo, 'origin'>) =>
  origin === 'pasted'
    ? t('plugins.pasted')
    : said('plugins.from', { origin: displayLine(origin.split('/').at(-1) || origin, 200) });
