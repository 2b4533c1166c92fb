const CODES = [
  ...[
    'IndexSize',
    '',
    'HierarchyRequest',
    'WrongDocument',
    'InvalidCharacter',
    '',
    'NoModificationAllowed',
    'NotFound',
  ],
  ...['NotSupported', 'InUseAttribute', 'InvalidState', 'Syntax', 'InvalidModification', 'Namespace', 'InvalidAccess'],
  ...['', 'TypeMismatch', 'Security', 'Network', 'Abort', 'URLMismatch', 'QuotaExceeded', 'Timeout', 'InvalidNodeType'],
  'DataClone',
];

/** The DOM's exception: an `Error` with a name of the standard's table, and the code that belongs to it. */
export class DOMException extends Error {
  readonly #name: string;

  constructor(message: unknown = '', options: unknown = 'Error') {
    super(`${message}`);
    const given =
      typeof options === 'object' && options !== null ? (options as { name?: unknown; cause?: unknown }) : {};
    const name = typeof options === 'object' && options !== null ? (given.name ?? 'Error') : options;
    this.#name = `${name}`;
    if ('cause' in given)
      Object.defineProperty(this, 'cause', { value: given.cause, writable: true, configurable: true });
  }

  override get name(): string {
    return this.#name;
  }

  get code(): number {
    const at = CODES.indexOf(this.#name.replace(/Error$/, ''));
    return at < 0 || this.#name === 'Error' ? 0 : at + 1;
  }

  get [Symbol.toStringTag](): string {
    return 'DOMException';
  }
}

const constantOf = (name: string): string =>
  name === 'Index' ? '' : `${name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}_ERR`;
CODES.forEach((name, at) => {
  if (name === '') return;
  const constant = { IndexSize: 'INDEX_SIZE_ERR', URLMismatch: 'URL_MISMATCH_ERR' }[name] ?? constantOf(name);
  for (const target of [DOMException, DOMException.prototype]) {
    Object.defineProperty(target, constant, { value: at + 1, enumerable: true });
  }
});
