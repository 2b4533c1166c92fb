/** Tokens that begin calls and that no tokenizer makes of words, in the shapes that models give them. */
const TOKEN = /^(?:<[|｜].*|\[TOOL_CALLS\]|<start_function_call>)$/;

/** True for an opener that is a token of its own: it means nothing to a reader, whatever stands behind it. */
export const isControlToken = (opener: string): boolean => TOKEN.test(opener);
