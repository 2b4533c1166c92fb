import protobuf from 'protobufjs';

/** Reads a schema at run time, writes a message and reads it back. */
export default function run() {
  const { root } = protobuf.parse(`syntax = "proto3"; package game;
enum Kind { HERO = 0; NPC = 1; }
message Item { string name = 1; uint32 count = 2; map<string, sint64> extra = 3; }
message Character { string name = 1; Kind kind = 2; repeated Item bag = 3; bytes face = 4; oneof place { string town = 5; double depth = 6; } repeated int32 dice = 7; }`);
  const Character = root.lookupType('game.Character');
  const hero = {
    name: '李逍遥',
    kind: 1,
    bag: [
      { name: '剑', count: 1, extra: { 锋利: -7 } },
      { name: 'rope', count: 300 },
    ],
    face: new Uint8Array([137, 80]),
    depth: -12.25,
    dice: [1, 6, -3],
  };
  const bytes = Character.encode(Character.create(hero)).finish();
  const read = Character.decode(bytes);
  return {
    verified: [Character.verify(hero), Character.verify({ name: 1 })],
    hex: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    read: Character.toObject(read, { enums: String, longs: String, bytes: String, oneofs: true, defaults: true }),
    from: Character.fromObject({ kind: 'HERO', bag: [{ name: 'x' }] }).kind,
  };
}
