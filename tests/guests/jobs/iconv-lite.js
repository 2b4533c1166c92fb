import iconv from 'iconv-lite';

/** Reads texts of old programs: GBK, Big5, Shift_JIS, Windows-1252, UTF-7. */
export default function run() {
  const gbk = iconv.encode('简体中文，测试', 'gbk');
  const big5 = iconv.encode('繁體中文', 'big5');
  return {
    gbk: Array.from(gbk),
    back: iconv.decode(gbk, 'gb2312'),
    big5: [big5.toString('hex'), iconv.decode(big5, 'big5-hkscs')],
    japanese: iconv.decode(iconv.encode('日本語テスト', 'Shift_JIS'), 'sjis'),
    western: iconv.decode(Buffer.from([0x80, 0xe9, 0x93]), 'win1252'),
    utf7: iconv.encode('你好 & hi', 'utf7').toString(),
    bom: iconv.encode('a', 'utf16le', { addBOM: true }).toString('base64'),
    known: ['gb18030', 'koi8-r', 'nothing'].map((name) => iconv.encodingExists(name)),
  };
}
