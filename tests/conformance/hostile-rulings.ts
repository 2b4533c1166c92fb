/** What a recorded program comes to since guests have more than when it was recorded, and why. */
interface Ruling {
  readonly sentence: string;
  readonly expectResult: unknown;
}

/** By the id of a program. */
export const RULINGS: { readonly [id: string]: Ruling | undefined } = {
  'escape-constructor-chain': {
    sentence:
      'Guests have the minimum common web API: `self` is the guest’s own global object, and `fetch` rejects without the permission `net`.',
    expectResult: ['undefined', 'object', 'undefined', 'undefined', 'undefined', 'undefined', 'function'],
  },
};
