/**
 * Fills `${0}`, `${1}` … of a text, in one pass: what is filled in is not looked at again. A value that is missing leaves nothing.
 *
 * @example
 * import { formatText } from 'bulkhead/studio';
 * console.log(formatText('${0} of ${1} changes', 3, 5));
 */
export const formatText = (text: string, ...values: readonly unknown[]): string =>
  text.replace(/\$\{(\d+)\}/g, (_, at: string) => {
    const value = values[Number(at)];
    return value === undefined || value === null ? '' : String(value);
  });

/**
 * An adapter’s `i18nFormat` over its `i18n`: translates a key and fills it in.
 *
 * @example
 * import { makeI18nFormat } from 'bulkhead/studio';
 * const words = new Map([['changes', '${0} of ${1} changes']]);
 * const format = makeI18nFormat((key) => words.get(key) ?? key);
 * console.log(format('changes', 3, 5));
 */
export const makeI18nFormat =
  (translate: (key: string) => string) =>
  (key: string, ...values: readonly unknown[]): string =>
    formatText(translate(key), ...values);
