/** The version in `package.json`. A test compares the two. */
export const BULKHEAD_VERSION = '0.1.0';
