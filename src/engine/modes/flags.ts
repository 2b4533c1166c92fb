/** With flags a built-in is on only where they say so. */
const ALL_BUILTINS = {
  chat: { read_range: true, search: true },
  lorebook: { search: true, get: true, list: true, world_book_list: true, force_activate: true },
  note: { open: true, close: true },
};

export const flagsWithout = (names: Iterable<string>): object => ({
  ...ALL_BUILTINS,
  custom: Object.fromEntries(Array.from(names, (name) => [name, false])),
});
