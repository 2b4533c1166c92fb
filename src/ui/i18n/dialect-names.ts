import { DIALECT_NAMES, type DialectChoice, type DialectId } from '../../../worker/protocol/dialects.js';
import { t } from './text.js';

/** What a menu of dialects offers. */
export const DIALECT_CHOICES: readonly DialectChoice[] = ['auto', ...(Object.keys(DIALECT_NAMES) as DialectId[])];

/** A dialect as people know it, with its id. */
export const dialectName = (dialect: DialectChoice): string =>
  dialect === 'auto' ? t('inspect.auto') : `${DIALECT_NAMES[dialect]} · ${dialect}`;
