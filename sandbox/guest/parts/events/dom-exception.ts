/** The constants of the standard, in the order of their numbers. */
const CONSTANTS = `INDEX_SIZE DOMSTRING_SIZE HIERARCHY_REQUEST WRONG_DOCUMENT INVALID_CHARACTER NO_DATA_ALLOWED
  NO_MODIFICATION_ALLOWED NOT_FOUND NOT_SUPPORTED INUSE_ATTRIBUTE INVALID_STATE SYNTAX INVALID_MODIFICATION NAMESPACE
  INVALID_ACCESS VALIDATION TYPE_MISMATCH SECURITY NETWORK ABORT URL_MISMATCH QUOTA_EXCEEDED TIMEOUT INVALID_NODE_TYPE
  DATA_CLONE`.split(/\s+/);
/** Constants whose errors the standard no longer has. */
const GONE = ['DOMSTRING_SIZE', 'NO_DATA_ALLOWED', 'VALIDATION'];
const SPELLED: { readonly [constant: string]: string } = {
  INUSE_ATTRIBUTE: 'InUseAttribute',
  URL_MISMATCH: 'URLMismatch',
};

const nameOf = (constant: string): string =>
  `${SPELLED[constant] ?? constant.toLowerCase().replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())}Error`;
const CODES = new Map(
  CONSTANTS.flatMap((constant, at) => (GONE.includes(constant) ? [] : [[nameOf(constant), at + 1] as const])),
);

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
    return CODES.get(this.#name) ?? 0;
  }

  get [Symbol.toStringTag](): string {
    return 'DOMException';
  }
}

for (const name of ['name', 'code']) Object.defineProperty(DOMException.prototype, name, { enumerable: true });
CONSTANTS.forEach((constant, at) => {
  for (const target of [DOMException, DOMException.prototype]) {
    Object.defineProperty(target, `${constant}_ERR`, { value: at + 1, enumerable: true });
  }
});
