/** Fills `${0}`, `${1}` … of a text, in one pass: what is filled in is not looked at again. A value that is missing leaves nothing. */
export const formatText = (text: string, ...values: readonly unknown[]): string =>
  text.replace(/\$\{(\d+)\}/g, (_, at: string) => {
    const value = values[Number(at)];
    return value === undefined || value === null ? '' : String(value);
  });

/** An adapter’s `i18nFormat` over its `i18n`: translates a key and fills it in. */
export const makeI18nFormat =
  (translate: (key: string) => string) =>
  (key: string, ...values: readonly unknown[]): string =>
    formatText(translate(key), ...values);
