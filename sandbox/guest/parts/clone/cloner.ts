/** The method by which an object of the platform, such as a `Blob`, makes its copy: `(kit) => object`. */
export const cloner: unique symbol = Symbol.for('bulkhead.clone') as never;
