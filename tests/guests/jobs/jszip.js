import JSZip from 'jszip';

/** Packs a character's files, and reads them back. */
export default async function run() {
  const zip = new JSZip();
  const date = new Date(Date.UTC(2024, 1, 29, 12));
  zip.file('说明.txt', '你好，世界\n'.repeat(50), { date, compression: 'DEFLATE' });
  zip.folder('data').file('a.json', JSON.stringify({ list: Array.from({ length: 200 }, (_, n) => n) }), { date });
  zip.file('raw.bin', new Uint8Array([0, 255, 128, 1]), { date, binary: true, comment: 'bytes' });
  const packed = await zip.generateAsync({
    type: 'uint8array',
    compression: 'DEFLATE',
    compressionOptions: { level: 9 },
  });
  const read = await JSZip.loadAsync(packed, { checkCRC32: true });
  const names = Object.keys(read.files).sort();
  let broken = '';
  try {
    await JSZip.loadAsync(packed.slice(0, 40));
  } catch (error) {
    broken = error.message.split('.')[0];
  }
  return {
    bytes: packed.length < 1200,
    names,
    text: (await read.file('说明.txt').async('string')).length,
    json: JSON.parse(await read.file('data/a.json').async('text')).list.at(-1),
    raw: Array.from(await read.file('raw.bin').async('uint8array')),
    base64: await read.file('raw.bin').async('base64'),
    comment: read.file('raw.bin').comment,
    broken,
  };
}
