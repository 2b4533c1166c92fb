/** A number as WebAssembly writes it: seven bits to a byte, the lowest first. */
function leb(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0));
    if (rest <= 127) return bytes;
  }
}

/** A WebAssembly file with one custom section more. */
export function withSection(file, name, content) {
  const title = Buffer.from(name);
  const body = Buffer.concat([Buffer.from(leb(title.length)), title, content]);
  return Buffer.concat([file, Buffer.from([0, ...leb(body.length)]), body]);
}
