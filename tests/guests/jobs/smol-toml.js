import { parse, stringify } from 'smol-toml';

/** Reads a package's manifest, raises its version and writes it. */
export default function run() {
  const text = `title = "项目"
[package]
version = "1.2.3"
released = 1979-05-27T07:32:00-08:00
day = 1979-05-27
big = 1_000_000
ratio = 6.02e23
hex = 0xDEAD_BEEF
text = '''
C:\\path '''
[[bin]]
name = "a"
"键" = { x = 1, y = [true, false] }
[[bin]]
name = "b"
`;
  const read = parse(text);
  const [major, minor] = read.package.version.split('.').map(Number);
  read.package.version = `${major}.${minor + 1}.0`;
  let broken;
  try {
    parse('a = 1\na = 2');
  } catch (error) {
    broken = [error.name, error.line, error.column, error.message];
  }
  return { read, broken, written: stringify(read) };
}
