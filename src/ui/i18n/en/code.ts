/** What the interface says in English where code is edited by hand. */
export const EN_CODE = {
  'code.take': 'Take over',
  'code.cancel': 'Cancel',
  'code.discardAsk': 'What you have changed here would be lost.',
  'code.discard': 'Discard it',
  'code.on': 'Go on editing',
  'code.keys': 'Tab leaves the text. Ctrl+F finds, Ctrl+Z takes back.',
} as const;

/** One language’s words for the same keys. */
export type CodeWords = { readonly [key in keyof typeof EN_CODE]: string };
