/** Text of the bundled prelude: evaluates to the function `prepare` of index.ts. Made by the build. */
declare const prelude: string;
export default prelude;
